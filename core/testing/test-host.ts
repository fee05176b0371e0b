// A whole control process inside a test: rows over HTTP on a free port, a state folder of its own, no sound.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { GrantedTime } from '../base/time.ts';
import { checkConfig } from '../host/config.ts';
import { createHost, type Host } from '../host/host.ts';
import type { GivenProvider } from '../plugins/load.ts';
import type { Provider } from '../provider.ts';
import { DesiredState } from '../reconcile/desired-state.ts';
import type { Log, Time } from '../services.ts';
import type { Store } from '../store/store.ts';
import { systemTime } from '../system/time.ts';
import { TestClient } from './client.ts';
import { FakeAudio } from './fake-audio.ts';
import { FakeSurfaces } from './fake-surfaces.ts';
import { fewStrips } from './few-strips.ts';
import { MemoryStore } from './memory-store.ts';

export interface TestHostOptions {
  /** Strings name in-tree providers or packages; objects are default exports, with a configuration where needed. */
  readonly providers: readonly (string | Provider | GivenProvider)[];
  /**
   * Default: a few strips of each kind where `console` is named by a string, since a desk under test starts and commits in half
   * of the time with them. `all`: those of a desk without a configuration; or counts by kind.
   */
  readonly strips?: 'all' | Readonly<Record<string, number>>;
  /** False: the host leaves out faulty in-tree providers, as with a configuration that requires none. */
  readonly required?: boolean;
  /** Overrides members of a configuration with one virtual stagebox. */
  readonly config?: Readonly<Record<string, unknown>>;
  readonly time?: Time;
  /** Default: in memory; with a `stateFolder` the store in that folder, on the disk. */
  readonly store?: Store;
  readonly log?: Log;
  /** The folder of an earlier host, to restart on its state. Default: a temporary folder. */
  readonly stateFolder?: string;
}

export interface TestHost extends TestClient {
  readonly host: Host;
  readonly audio: FakeAudio;
  readonly surfaces: FakeSurfaces;
  readonly stateFolder: string;
  /** Stops the host, and removes a temporary state folder. */
  close(): Promise<void>;
}

const quiet: Log = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };
/** A connection that the host lets go of as the client asks again is lost: a busy machine may take seconds for that. */
const patient = { keepAliveMs: 600_000 };
const virtualStagebox = { id: 'virtual-32x16', transport: 'virtual', model: 'virtual-32x16' };

/** Rejects with StartError, with the reason, when a provider has a fault. */
export async function startTestHost(options: TestHostOptions): Promise<TestHost> {
  const stateFolder = options.stateFolder ?? mkdtempSync(join(tmpdir(), 'rowdesk-test-'));
  const names = options.providers.filter((provider) => typeof provider === 'string');
  const given = options.providers.filter((provider) => typeof provider !== 'string');
  const { strips = fewStrips } = options;
  const layouts: Readonly<Record<string, object>> = strips === 'all' ? {} : { console: { config: { layout: strips } } };
  const providers = names.map((name) => ({ name, required: options.required ?? true, ...layouts[name] }));
  const limits = { ...patient, ...(options.config?.limits as object | undefined) };
  const config = checkConfig(
    { devices: [virtualStagebox], ...options.config, limits, providers },
    join(stateFolder, 'test.json'),
  );
  const forget = () => {
    if (options.stateFolder === undefined) rmSync(stateFolder, { recursive: true, force: true });
  };
  let audio: FakeAudio | undefined;
  const surfaces = new FakeSurfaces();
  const host = await createHost({
    stateFolder,
    config,
    port: 0,
    providers: given.map((each) => ('rowdesk' in each ? { provider: each } : each)),
    log: options.log ?? quiet,
    time: options.time ?? unhurried(systemTime(options.log ?? quiet)),
    store: options.store ?? (options.stateFolder === undefined ? new MemoryStore() : undefined),
    createAudio: (needs) => {
      audio = new FakeAudio(needs);
      return audio;
    },
    surfaces,
  }).catch((error: unknown) => {
    forget();
    throw error;
  });
  const boxes = audio as unknown as FakeAudio;
  rememberDefaults(host, boxes);
  const client = new TestClient(host.url);
  const close = async () => {
    client.end();
    await host.close();
    forget();
  };
  return Object.assign(client, { host, audio: boxes, surfaces, stateFolder, close });
}

/** A machine with too much to do while a test runs is no warning of the desk under test. */
function unhurried({ granted, ...time }: Time): Time {
  const silent = (clock: GrantedTime): GrantedTime => ({
    monotonicMs: () => clock.monotonicMs(),
    after: (ms, run) => clock.after(ms, run),
    with: (processId) => silent(clock.with(processId)),
    onStarved: () => () => {},
    starved: () => {},
  });
  return granted === undefined ? time : { ...time, granted: silent(granted) };
}

/** Each target has the defaults of what it keeps by itself, as a device from its box. */
function rememberDefaults({ desk, assembly: { registry } }: Host, audio: FakeAudio): void {
  const desired = new DesiredState({ desk, registry, log: quiet });
  for (const target of audio.list()) {
    const kept = desired.keptBy(target.name);
    target.reportAll(kept.map(({ path, field, value }) => ({ path, field, value, state: 'applied' })));
  }
}
