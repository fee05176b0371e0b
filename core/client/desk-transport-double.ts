// A transport with a desk behind it that a test drives: streams that it opens, feeds and breaks, and demands.
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
  #streams: OpenStream[] = [];

  readonly transport: Transport = async (url, asked) => {
    if (this.isDown) throw new Error('connection refused');
    return asked.method === 'PATCH' ? this.#demand(asked) : this.#open(asked, url);
  };

  get streams(): number {
    return this.#streams.length;
  }

  send(event: string, revision: number, data: object): void {
    const text = `id: desk-1-${revision}\nevent: ${event}\ndata: ${JSON.stringify(data)}\n\n`;
    for (const { feed } of this.#streams) feed(text);
  }

  row(path: string, revision: number, row: object): void {
    this.send('change', revision, { path, row });
  }

  break(): void {
    for (const { end } of this.#streams) end();
  }

  #demand({ body = '{}' }: Asked): Answer {
    const { targets } = JSON.parse(body) as { targets: readonly string[] };
    this.demands.push({ targets });
    const errors = targets
      .filter((target) => this.absent.has(target))
      .map((target) => ({ field: 'targets/0', code: 'unknown-item', message: 'none', params: { target } }));
    return answerOf(errors.length > 0 ? 422 : 200, JSON.stringify({ code: 'invalid-fields', errors, targets }));
  }

  #open({ signal }: Asked, url: string): Answer {
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
    return { ...answerOf(200, url), read };
  }
}

function answerOf(status: number, text: string): Answer {
  return { status, header: () => undefined, text: async () => text, read: async () => {} };
}
