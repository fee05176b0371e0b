import type { Exchange } from './exchange.ts';

/** A page of this desk, and what is below it. */
export interface Page {
  /** `/docs` */
  readonly path: string;
  readonly title: string;
  /** Its purpose, in a sentence without a full stop. */
  readonly about: string;
  /** Answers for its path and everything below. Throws Refusal. */
  answer(exchange: Exchange): void;
}
