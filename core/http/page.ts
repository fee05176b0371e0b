import type { Exchange } from './exchange.ts';

/** A page of this desk, and what is below it. */
export interface Page {
  /** `/docs` */
  readonly path: string;
  readonly title: string;
  /** What it is for, in a sentence without its full stop. */
  readonly about: string;
  /** Answers for its path and everything below. Throws Refusal. */
  answer(exchange: Exchange): void;
}
