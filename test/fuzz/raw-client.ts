// A hostile client of the desk, in this process: its requests pass everything but the socket.
import { setTimeout as pause, setImmediate } from 'node:timers/promises';
import type { FieldError } from '../../core/base/refusals.ts';
import { isRefusal } from '../../core/base/refusals.ts';
import { Value } from '../../core/base/typebox.ts';
import { parseBody, ValueCount } from '../../core/http/body.ts';
import { HttpLimits } from '../../core/http/limits.ts';
import type { Fields } from '../../core/rows/definitions.ts';
import { FakeTime, MemoryStore } from '../../core/testing.ts';
import { startWholeDesk, type WholeDesk } from '../harness/whole-desk.ts';

export interface Reply {
  readonly status: number;
  /** '' for an answer that is no refusal. */
  readonly code: string;
  readonly errors: readonly FieldError[];
  // biome-ignore lint/suspicious/noExplicitAny: rows of every shape
  readonly body: any;
}

/** Turns of the event loop after which an answer is held to be lost; each lets 20 ms of the desk's time pass. */
const mostTurns = 5_000;
export const limits = Value.Default(HttpLimits, {}) as HttpLimits;
const chunkBytes = 65_536;

export class RawClient {
  readonly desk: WholeDesk;
  readonly time: FakeTime;
  /** The dearest answer so far, by processor time: that of a clock would be the machine's. */
  dearest: { readonly processorMs: number; readonly what: string } = { processorMs: 0, what: '' };
  asked = 0;
  readonly #store: MemoryStore;

  private constructor(desk: WholeDesk, time: FakeTime, store: MemoryStore) {
    this.desk = desk;
    this.time = time;
    this.#store = store;
  }

  static async open(time = new FakeTime()): Promise<RawClient> {
    const store = new MemoryStore();
    return new RawClient(await startWholeDesk({ strips: 'all', time, store }), time, store);
  }

  /** Says what was asked of it. */
  async close(): Promise<void> {
    const { processorMs, what } = this.dearest;
    console.log(`${this.asked} requests, the dearest ${Math.round(processorMs)} ms: ${what}`);
    await this.desk.close();
  }

  /** Rejects with what is thrown that is no refusal, and where no answer comes. `body` as bytes or as text. */
  async ask(method: string, path: string, body: Buffer | string = ''): Promise<Reply> {
    const started = process.cpuUsage();
    const reply = await this.#answer(method, path, Buffer.from(body as string)).catch((error: unknown) => {
      if (!isRefusal(error)) throw error;
      const { status, code, errors } = error;
      return { status, code, errors, body: error.toProblem(path) };
    });
    const { user, system } = process.cpuUsage(started);
    const processorMs = (user + system) / 1000;
    if (processorMs > this.dearest.processorMs) this.dearest = { processorMs, what: `${method} ${path}` };
    this.asked++;
    this.#forget();
    return reply;
  }

  /** What doubles keep to be looked at: of a hundred thousand requests it would fill the memory. */
  #forget(): void {
    this.#store.batches.length = 0;
    for (const { blocks } of this.desk.audio.list()) blocks.length = 0;
  }

  patch(path: string, body: unknown): Promise<Reply> {
    return this.ask('PATCH', path, JSON.stringify(body));
  }

  async #answer(method: string, path: string, body: Buffer): Promise<Reply> {
    const { rows } = this.desk.host;
    if (method === 'OPTIONS') return ok(rows.options(path));
    if (method === 'GET') return ok((await this.#settled(Promise.resolve(rows.open(path).read()))).row);
    const row = rows.open(path);
    const fields = await arrived(body);
    return ok((await this.#settled(row.patch(fields, { actor: 'fuzz' }))).row);
  }

  /**
   * Lets the desk's time pass in steps of `stepMs`, and its mixer measure, until `isSo`. Returns false where that does not
   * come. After `hastyTurns` it is the machine that is waited for, as for a file: the desk's time goes no faster than its own.
   */
  async passes(isSo: () => boolean | Promise<boolean>, stepMs = 20, hastyTurns = 100): Promise<boolean> {
    for (let turn = 0; turn < mostTurns; turn++) {
      const isHasty = turn < hastyTurns;
      await (isHasty ? setImmediate() : pause(1));
      if (await isSo()) return true;
      this.desk.play();
      this.time.advance(isHasty ? stepMs : 1);
    }
    return false;
  }

  async #settled<T>(answer: Promise<T>): Promise<T> {
    let isThere = false;
    const done = () => {
      isThere = true;
    };
    answer.then(done, done);
    if (await this.passes(() => isThere)) return answer;
    throw new Error('no answer comes');
  }
}

/** A body as it comes from a socket: in chunks, each in a turn of its own. Rejects with Refusal. */
export async function arrived(body: Buffer): Promise<Fields> {
  const values = new ValueCount(limits.bodyValues);
  for (let at = 0; at < body.length; at += chunkBytes) {
    if (at > 0) await setImmediate();
    values.add(body.subarray(at, at + chunkBytes));
  }
  return parseBody(body, limits);
}

const ok = (body: unknown): Reply => ({ status: 200, code: '', errors: [], body });
