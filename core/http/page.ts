import type { Exchange } from './exchange.ts';

/** A page of this desk, and what is below it. */
export interface Page {
  /** `/docs` */
  readonly path: string;
  readonly title: string;
  /** Its purpose, in a sentence without a full stop. */
  readonly about: string;
  /** Whether there is something to go to. */
  readonly isThere: boolean;
  /** Answers for its path and everything below. Throws or rejects with Refusal. */
  answer(exchange: Exchange): void | Promise<void>;
}
