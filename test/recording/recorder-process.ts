// The recorder in a process of its own, for tests that kill it or lay a bad disk under it.
import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const program = fileURLToPath(new URL('./recorder-process.mjs', import.meta.url));

type Fields = Readonly<Record<string, unknown>>;
export interface Observed {
  readonly state: 'off' | 'ready' | 'recording';
  readonly takeId: string;
  readonly elapsedS: number;
  readonly remainingS: number;
  readonly bufferFillPercent: number;
  readonly dropouts: number;
  readonly neededMemoryMb: number;
  readonly reserveS: number;
  readonly bytesPerSecond: number;
  readonly fault: string;
}

export class RecorderProcess {
  readonly #child: ChildProcess;
  readonly #waiting = new Map<number, { resolve: (result: unknown) => void; reject: (error: Error) => void }>();
  readonly #ended: Promise<void>;
  #id = 0;

  constructor(runtimeFolder: string, recordingsFolder: string, env: Readonly<Record<string, string>> = {}) {
    this.#child = fork(program, [runtimeFolder, recordingsFolder], {
      env: { ...process.env, ...env },
      execArgv: [],
    });
    this.#child.on('message', ({ id, result, error }: { id: number; result?: unknown; error?: string }) => {
      const waiting = this.#waiting.get(id);
      this.#waiting.delete(id);
      if (error === undefined) waiting?.resolve(result);
      else waiting?.reject(new Error(error));
    });
    this.#ended = new Promise((resolve) => {
      this.#child.once('close', () => {
        for (const { reject } of this.#waiting.values()) reject(new Error('the recorder has ended'));
        resolve();
      });
    });
  }

  get pid(): number {
    return this.#child.pid as number;
  }

  /** Settings of /record. */
  async apply(settings: Fields): Promise<void> {
    const values = Object.entries(settings).map(([field, value]) => ({ path: '/record', field, value }));
    const refused = (await this.#ask('apply', { values })) as readonly unknown[];
    if (refused.length > 0) throw new Error(JSON.stringify(refused));
  }

  /** Rejects with the words of the refusal. */
  call(method: string, args: Fields = {}): Promise<Fields> {
    return this.#ask('call', { method, args }) as Promise<Fields>;
  }

  async start(takeId: string, names: Fields = {}): Promise<void> {
    await this.call('start', { takeId, name: `Take ${takeId}`, at: new Date().toISOString(), names });
  }

  async observe(): Promise<Observed> {
    const values = (await this.#ask('observe', {})) as readonly { path: string; field: string; value: unknown }[];
    const ofRecord = values.filter(({ path }) => path === '/record');
    return Object.fromEntries(ofRecord.map(({ field, value }) => [field, value])) as unknown as Observed;
  }

  /** Waits until what it reports is so; rejects when the recorder ends, or after `mostS` with what it reports. */
  async until(holds: (observed: Observed) => boolean, mostS = 40): Promise<Observed> {
    const deadline = performance.now() + mostS * 1000;
    for (;;) {
      const observed = await this.observe();
      if (holds(observed)) return observed;
      if (performance.now() > deadline) throw new Error(`the recorder reports ${JSON.stringify(observed)}`);
      await new Promise((resume) => setTimeout(resume, 20));
    }
  }

  async kill(): Promise<void> {
    this.#child.kill('SIGKILL');
    await this.#ended;
  }

  /** In order. */
  async close(): Promise<void> {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return;
    await this.#ask('close', {}).catch(() => {});
    await this.#ended;
  }

  #ask(action: string, rest: Fields): Promise<unknown> {
    const id = ++this.#id;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      this.#child.send({ id, action, ...rest }, (error) => error && reject(error));
    });
  }
}
