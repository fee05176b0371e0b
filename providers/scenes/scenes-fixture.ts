// A show with scenes, and what tests do with it.
import type { Provider } from 'rowdesk/provider';
import { type FakeTime, type MemoryStore, startTestHost, type TestHost, type TestHostOptions } from 'rowdesk/testing';

const providers = ['console', 'channel', 'stagebox', 'patch', 'safety', 'history', 'scenes'];
export const input = (n: number) => `/channel/input/${n}`;

export class Show {
  readonly desk: TestHost;

  private constructor(desk: TestHost) {
    this.desk = desk;
  }

  static async open(
    store: MemoryStore,
    time?: FakeTime,
    more: readonly Provider[] = [],
    strips?: TestHostOptions['strips'],
  ): Promise<Show> {
    const options = { ...(time ? { time } : {}), ...(strips ? { strips } : {}) };
    return new Show(await startTestHost({ providers: [...providers, ...more], store, ...options }));
  }

  /** Runs a task and answers its row once it has ended. */
  readonly run = async (path: string, extra: object = {}, actor = 'test') => {
    const started = await this.desk.patch(path, { running: true, ...extra }, { 'Rowdesk-Actor': actor });
    if (started.status !== 200) return started.body;
    const watched = await this.desk.watch(path);
    for (;;) {
      const { row } = await watched.next();
      if (row.running) continue;
      watched.close();
      return row;
    }
  };
  readonly stored = async (name: string, extra: object = {}) =>
    (await this.run('/scene/store', { name, ...extra })).report;
  readonly body = async (path: string) => (await this.desk.get(path)).body;
  readonly recall = (id: string) => this.run(`/scenes/${id}/recall`);
  readonly level = async (n: number) => (await this.body(input(n))).levelDb;
}
