// What nobody is told of but whoever reads the log.
import { type Token, token } from './token.ts';

export interface Log {
  debug(fields: object, message: string): void;
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}
export const Log: Token<Log> = token<Log>('core.log');

/** For what nobody waits for: what somebody else's function threw is in the log, with an id; a refusal is news of the moment. */
export interface Faults {
  /** `where` says what was asked: `a listener of the streams`. */
  note(error: unknown, where: string): void;
}
export const Faults: Token<Faults> = token<Faults>('core.faults');
