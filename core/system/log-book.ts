// Keeps the last lines of the log in memory, for rows: a client on another machine has no journal at hand.
import { withoutSecrets } from '../base/secrets.ts';
import type { Log, LogLine, LogLines } from '../services.ts';

const mostPerSeverity = 100;
const longestMessage = 400;
const longestSource = 64;

type Severity = LogLine['severity'];
/** Members of a line that name its source, the nearest first. */
const sources = ['driver', 'provider', 'surface', 'process'];

/** A log that keeps what it writes. Lines below info are written only. */
export class LogBook implements Log, LogLines {
  readonly mostPerSeverity = mostPerSeverity;
  readonly #to: Log;
  readonly #now: () => number;
  readonly #lines: Readonly<Record<Severity, LogLine[]>> = { info: [], warning: [], error: [] };
  readonly #watching = new Set<() => void>();
  #secrets: readonly string[] = [];
  #count = 0;
  #isNotifying = false;

  /** `now`: epoch milliseconds. */
  constructor(to: Log, now: () => number = Date.now) {
    this.#to = to;
    this.#now = now;
  }

  /** The book that a log is, or a new one. */
  static of(log: Log, now?: () => number): LogBook {
    return log instanceof LogBook ? log : new LogBook(log, now);
  }

  /** These values are in no line from now on. */
  hide(secrets: readonly string[]): void {
    this.#secrets = [...secrets];
  }

  debug(fields: object, message: string): void {
    this.#to.debug(fields, message);
  }

  info(fields: object, message: string): void {
    this.#to.info(fields, message);
    this.#keep('info', fields, message);
  }

  warn(fields: object, message: string): void {
    this.#to.warn(fields, message);
    this.#keep('warning', fields, message);
  }

  error(fields: object, message: string): void {
    this.#to.error(fields, message);
    this.#keep('error', fields, message);
  }

  list(): readonly LogLine[] {
    return Object.values(this.#lines)
      .flat()
      .sort((a, b) => a.number - b.number);
  }

  watch(changed: () => void): () => void {
    const own = () => changed();
    this.#watching.add(own);
    return () => void this.#watching.delete(own);
  }

  #keep(severity: Severity, fields: object, message: string): void {
    this.#count++;
    const lines = this.#lines[severity];
    lines.push({
      number: this.#count,
      at: new Date(this.#now()).toISOString(),
      severity,
      source: sourceOf(fields),
      message: lineOf(withoutSecrets(textOf(fields, message), this.#secrets)),
    });
    if (lines.length > mostPerSeverity) lines.shift();
    this.#notifySoon();
  }

  /** Once for the lines of a turn, and in none of the calls that write them: a listener may log too. */
  #notifySoon(): void {
    if (this.#isNotifying || this.#watching.size === 0) return;
    this.#isNotifying = true;
    setImmediate(() => {
      this.#isNotifying = false;
      for (const changed of this.#watching) {
        try {
          changed();
        } catch (err) {
          // Written, not kept: a line about it would call it again.
          this.#to.error({ err }, 'a listener of the log failed');
        }
      }
    });
  }
}

function sourceOf(fields: object): string {
  for (const name of sources) {
    const value = (fields as Readonly<Record<string, unknown>>)[name];
    if (typeof value === 'string' && value !== '') return lineOf(value).slice(0, longestSource);
  }
  return 'desk';
}

/** What happened, its error, and the plain members of the line. Objects are for the journal. */
function textOf(fields: object, message: string): string {
  const { err, ...others } = fields as Readonly<Record<string, unknown>>;
  const error = err instanceof Error ? err.message : typeof err === 'string' ? err : '';
  const plain = Object.entries(others)
    .filter(
      ([name, value]) => !sources.includes(name) && /^(string|number|boolean)$/.test(typeof value) && value !== '',
    )
    .map(([name, value]) => `${name}=${String(value).slice(0, longestMessage)}`);
  const told = [String(message), error].filter((words) => words !== '').join(': ');
  return plain.length === 0 ? told : `${told} (${plain.join(', ')})`;
}

/** One line, bounded, without control characters. */
function lineOf(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what a line has none of
  const line = text.slice(0, 4 * longestMessage).replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g, ' ');
  return line.length > longestMessage ? `${line.slice(0, longestMessage - 1)}…` : line;
}
