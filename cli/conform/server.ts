// The server that is checked, as anybody reaches it: a URL, and nothing else is known of it.
import { readEvents } from '../../core/base/read-events.ts';
import { CommandError } from '../command-error.ts';
import { shorten } from './shape.ts';

export type Row = Readonly<Record<string, unknown>>;

export interface RecordedAnswer {
  readonly method: string;
  readonly path: string;
  readonly status: number;
  /** Without parameters: `application/json`. */
  readonly type: string;
  readonly etag: string | undefined;
  readonly text: string;
  /** What the text is as JSON; undefined when it is none. */
  readonly json: unknown;
}

export interface RowEvent {
  readonly event: string;
  readonly json: unknown;
}

/** A watch that is open. */
export interface OpenWatch {
  /** The next event that satisfies; undefined when none came in time or the stream ended. */
  next(satisfies?: (event: RowEvent) => boolean): Promise<RowEvent | undefined>;
  close(): void;
}

export interface Timeouts {
  readonly answerMs: number;
  readonly eventMs: number;
}

export class Server {
  readonly url: string;
  readonly timeouts: Timeouts;
  /** Every answer but those of streams, for what is said of all answers. */
  readonly answers: RecordedAnswer[] = [];

  /** `url` is {base_url}, with `/api`. Throws CommandError usage. */
  constructor(url: string, timeouts: Timeouts = { answerMs: 10_000, eventMs: 5_000 }) {
    if (!URL.canParse(url) || !/^https?:/.test(url)) {
      throw new CommandError('usage', `${url} is not an address like http://127.0.0.1:8700/api`);
    }
    this.url = url.replace(/\/+$/, '');
    this.timeouts = timeouts;
  }

  get(path: string): Promise<RecordedAnswer> {
    return this.send('GET', path);
  }

  /** `body` undefined sends none. */
  patch(path: string, body: unknown, etag?: string): Promise<RecordedAnswer> {
    const headers = { 'content-type': 'application/json', ...(etag === undefined ? {} : { 'if-match': etag }) };
    return this.send('PATCH', path, headers, body === undefined ? undefined : JSON.stringify(body));
  }

  /** Rejects with CommandError unreachable when nothing answers. */
  async send(
    method: string,
    path: string,
    headers: Record<string, string> = {},
    body?: string,
  ): Promise<RecordedAnswer> {
    const signal = AbortSignal.timeout(this.timeouts.answerMs);
    try {
      const response = await fetch(this.url + path, { method, headers, body, signal, redirect: 'manual' });
      const text = await response.text();
      const type = (response.headers.get('content-type') ?? '').split(';')[0]?.trim() ?? '';
      const etag = response.headers.get('etag') ?? undefined;
      const answer = { method, path, status: response.status, type, etag, text, json: parse(text) };
      this.answers.push(answer);
      return answer;
    } catch (error) {
      const { name, message, cause } = error as Error & { cause?: Error };
      const within = `no answer within ${this.timeouts.answerMs / 1000} s`;
      const why = name === 'TimeoutError' ? within : (cause?.message ?? message);
      throw new CommandError('unreachable', `${method} ${this.url}${path}: ${why}`);
    }
  }

  /** Watches a row; why it can't be, in words, as a string. */
  async watch(path: string): Promise<OpenWatch | string> {
    const leaving = new AbortController();
    const late = setTimeout(() => leaving.abort(), this.timeouts.answerMs);
    try {
      const headers = { accept: 'text/event-stream' };
      const response = await fetch(`${this.url}${path}?watch=1`, { headers, signal: leaving.signal });
      const type = response.headers.get('content-type') ?? '';
      if (response.status === 200 && /^text\/event-stream\b/.test(type)) {
        return follow(response, leaving, this.timeouts.eventMs);
      }
      leaving.abort();
      return `?watch=1 answers ${response.status} ${type}, not an event stream`;
    } catch (error) {
      return `?watch=1 fails: ${(error as Error).message}`;
    } finally {
      clearTimeout(late);
    }
  }
}

export const isRow = (value: unknown): value is Row =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const isRefusal = ({ status }: RecordedAnswer): boolean => status >= 400 && status < 500;

/** For people: `PATCH answers 422 {"code":...}`. */
export function answerWords({ method, status, text }: RecordedAnswer): string {
  return `${method} answers ${status}${text === '' ? '' : ` ${shorten(text)}`}`;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function follow(response: Response, leaving: AbortController, eventMs: number): OpenWatch {
  const events: RowEvent[] = [];
  let hasEnded = false;
  let wake = () => {};
  readEvents(response, leaving.signal, ({ event = 'message', data }) => {
    events.push({ event, json: parse(data) });
    wake();
  })
    .catch(() => {})
    .finally(() => {
      hasEnded = true;
      wake();
    });
  const next = async (satisfies = (_event: RowEvent) => true) => {
    let isLate = false;
    const late = setTimeout(() => {
      isLate = true;
      wake();
    }, eventMs);
    try {
      for (;;) {
        for (let event = events.shift(); event !== undefined; event = events.shift()) {
          if (satisfies(event)) return event;
        }
        if (hasEnded || isLate) return undefined;
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
    } finally {
      clearTimeout(late);
    }
  };
  return { next, close: () => leaving.abort() };
}
