// A transport with a desk behind it that a test drives: streams that it opens, feeds and breaks, demands and probes.
import type { Answer, Asked, Transport } from './transport.ts';

interface OpenStream {
  readonly feed: (text: string) => void;
  readonly end: () => void;
}

export class FakeDesk {
  /** Bodies of the PATCH requests to the demand, in their order. */
  readonly demands: { readonly targets: readonly string[] }[] = [];
  /** Addresses that have no row: a demand for them is refused. */
  readonly absent = new Set<string>();
  /** Connections are refused. */
  isDown = false;
  /** Connections stay open, and nothing is answered any more, as by a stopped process. */
  isHanging = false;
  /** By `GET stream`, `GET` or `PATCH`: the status with which a proxy refuses. */
  readonly refusals = new Map<string, number>();
  /** Method and path of each request, in their order. */
  readonly asked: string[] = [];
  /** Demands are taken, and answered when `letDemandsGo` is called. */
  holdsDemands = false;
  #held: (() => void)[] = [];
  #streams: OpenStream[] = [];

  readonly transport: Transport = async (url, asked) => {
    const isStream = url.endsWith('?watch=1');
    const kind = isStream ? `${asked.method} stream` : asked.method;
    this.asked.push(`${kind} ${new URL(url).pathname}`);
    if (this.isDown) throw new Error('connection refused');
    if (this.isHanging) return noAnswer(asked.signal);
    const refused = this.refusals.get(kind);
    if (refused !== undefined) return answerOf(refused, '<h1>Log in first</h1>', 'text/html');
    if (isStream) return this.#open(asked);
    if (asked.method === 'PATCH' && this.holdsDemands) await new Promise<void>((resolve) => this.#held.push(resolve));
    return asked.method === 'PATCH' ? this.#demand(asked) : answerOf(200, JSON.stringify(this.demands.at(-1) ?? {}));
  };

  letDemandsGo(): void {
    this.holdsDemands = false;
    for (const go of this.#held.splice(0)) go();
  }

  get streams(): number {
    return this.#streams.length;
  }

  send(event: string, revision: number, data: object): void {
    this.#feed(frame(event, revision, data));
  }

  row(path: string, revision: number, row: object): void {
    this.send('change', revision, { path, row });
  }

  /** Several rows by their paths, in one piece. */
  rows(revision: number, rows: Readonly<Record<string, object>>): void {
    this.#feed(
      Object.entries(rows)
        .map(([path, row]) => frame('change', revision, { path, row }))
        .join(''),
    );
  }

  break(): void {
    for (const { end } of this.#streams) end();
  }

  #feed(text: string): void {
    for (const { feed } of this.#streams) feed(text);
  }

  #demand({ body = '{}' }: Asked): Answer {
    const { targets } = JSON.parse(body) as { targets: readonly string[] };
    this.demands.push({ targets });
    const errors = targets
      .filter((target) => this.absent.has(target))
      .map((target) => ({ field: 'targets/0', code: 'unknown-item', message: 'none', params: { target } }));
    return answerOf(errors.length > 0 ? 422 : 200, JSON.stringify({ code: 'invalid-fields', errors, targets }));
  }

  #open({ signal }: Asked): Answer {
    let use: (piece: Uint8Array) => void = () => {};
    let end: () => void = () => {};
    const reading = new Promise<void>((resolve) => {
      end = resolve;
    });
    const stream = { feed: (text: string) => use(new TextEncoder().encode(text)), end: () => end() };
    this.#streams.push(stream);
    const leave = () => {
      this.#streams = this.#streams.filter((each) => each !== stream);
      end();
    };
    signal.addEventListener('abort', leave);
    const read = async (take: (piece: Uint8Array) => void) => {
      use = take;
      await reading;
      leave();
    };
    return { ...answerOf(200, '', 'text/event-stream'), read };
  }
}

const frame = (event: string, revision: number, data: object) =>
  `id: desk-1-${revision}\nevent: ${event}\ndata: ${JSON.stringify(data)}\n\n`;

function answerOf(status: number, text: string, type = 'application/json'): Answer {
  const header = (name: string) => (name === 'content-type' ? type : undefined);
  return { status, header, text: async () => text, read: async () => {} };
}

function noAnswer(signal: AbortSignal): Promise<Answer> {
  return new Promise((_resolve, reject) => {
    const leave = () => reject(new Error('aborted'));
    signal.addEventListener('abort', leave);
    if (signal.aborted) leave();
  });
}
