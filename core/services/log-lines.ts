import { type Token, token } from '../base/token.ts';

/** A line of the log, for people: one line of text, without what opens something. */
export interface LogLine {
  /** From 1, in the order of the log. */
  readonly number: number;
  /** ISO 8601 */
  readonly at: string;
  readonly severity: 'info' | 'warning' | 'error';
  /** The driver, process, provider or surface whose line it is; `desk` for the control process itself. */
  readonly source: string;
  readonly message: string;
}

/** The last lines of the log, of the desk and of the processes that it drives; those of each severity are bounded alone. */
export interface LogLines {
  readonly mostPerSeverity: number;
  /** In the order of the log. */
  list(): readonly LogLine[];
  /** `changed` is called once for the lines of a turn of the event loop, behind it. */
  watch(changed: () => void): () => void;
}
export const LogLines: Token<LogLines> = token<LogLines>('core.logLines');
