// Messages that appear in the log only.
import { type Token, token } from './token.ts';

export interface Log {
  debug(fields: object, message: string): void;
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}
export const Log: Token<Log> = token<Log>('core.log');

/** Logs exceptions of callbacks without a waiting caller: each as a fault with an id, a Refusal as a message only. */
export interface Faults {
  /** `where` names the callback: `a listener of the streams`. */
  note(error: unknown, where: string): void;
}
export const Faults: Token<Faults> = token<Faults>('core.faults');
