// A running desk with a host of plugins: its LV2_PATH is a folder of the test, and Debian's where a judge needs its plugins.
import { cpSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { opening, recorded, running, settled, startRecording, stopRecording, write } from '../harness/desk.ts';
import { outliving, quietConfig, type Service, startService, temporaryFolder } from '../harness/service.ts';
import { makeBundle } from './made-bundle.ts';
import { rackProcesses } from './rack-processes.ts';

export const rate = 48_000;

export interface PluginDeskOptions {
  /** Frames of a block; long ones leave a busy machine time for each. */
  readonly blockFrames?: number;
  /** Folders of bundles beside those of the tests. */
  readonly more?: readonly string[];
  /** Folders of CLAP plugins beside those of the machine. */
  readonly clap?: readonly string[];
  /** All of its sound at the pace of a clock, also what a test only waits for. */
  readonly isInRealTime?: boolean;
  /** Of a desk that was killed: its plugins have been scanned. */
  readonly state?: string;
}

let made: { readonly folder: string; readonly bundle: string } | undefined;

function plugins(): NonNullable<typeof made> {
  if (made === undefined) {
    const folder = temporaryFolder();
    made = { folder, bundle: makeBundle(folder) };
  }
  return made;
}

/** The folder of the plugins made for tests. */
export const bundle = (): string => plugins().bundle;

/** A folder with these bundles of Debian alone, for `more`: all of them take their time to be scanned. */
export function bundlesOf(...names: readonly string[]): string {
  const folder = temporaryFolder();
  for (const name of names) symlinkSync(join('/usr/lib/lv2', name), join(folder, name));
  return folder;
}

/** What a scan of these folders has found, for the desks after the first one: each plugin is tried for a second. */
const scanned = new Map<string, string>();

/** Resolves once it sounds and its plugins are scanned. */
export async function startPluginDesk(options: PluginDeskOptions = {}): Promise<Service> {
  const { blockFrames = 1024, more = [], clap = [], isInRealTime = false, state } = options;
  const config = {
    ...outliving,
    ...{ rate, blockFrames },
    // What is recorded takes no time: rows that say so follow soon.
    ...(isInRealTime ? {} : { heartbeatMs: 100 }),
    providers: [...quietConfig.providers, 'plugins'],
    // A plugin that hangs whenever it is made is found out twice.
    drivers: [...quietConfig.drivers, { name: 'lv2', config: { longestCallS: 2 } }],
  };
  const env = { LV2_PATH: [plugins().folder, ...more].join(':'), CLAP_PATH: clap.join(':') };
  const freewheels = !isInRealTime;
  const key = JSON.stringify(env);
  const known = scanned.get(key);
  const folder = state ?? temporaryFolder();
  if (state === undefined && known !== undefined) cpSync(known, join(folder, 'plugins'), { recursive: true });
  const service = await startService({ config, env, freewheels, state: folder });
  if (state !== undefined) {
    await opening(service);
    return service;
  }
  await running(service);
  if (known === undefined) {
    await scan(service);
    scanned.set(key, temporaryFolder());
    cpSync(join(folder, 'plugins'), scanned.get(key) as string, { recursive: true });
  }
  await service.until('/plugins', ({ items }) => items.length > 0);
  return service;
}

/** Scans, and answers the report. */
export async function scan(service: Service): Promise<Readonly<Record<string, number>>> {
  // A desk may have begun one by itself.
  await service.until('/plugins/scan', (row) => !row.running);
  await write(service, '/plugins/scan', { running: true });
  const { report, refusal } = await service.until('/plugins/scan', (row) => !row.running);
  if (report === null || report === undefined) throw new Error(`no scan: ${JSON.stringify(refusal)}`);
  return report;
}

/** `/channel/input/1`, 1 -> the row of its first insert. */
export const insertOf = (strip: string, number = 1): string => `${strip}/chain/processors/insert${number}`;

/** Puts a plugin into the place, and waits until it plays. */
export async function insert(service: Service, place: string, plugin: string, values: object = {}): Promise<void> {
  await write(service, place, { plugin, enabled: true });
  if (Object.keys(values).length > 0) await write(service, `${place}/values`, values);
  await settled(service);
  await heard(service, place);
}

/** The row of a plugin that the scan has found. */
export async function pluginRow(service: Service, uri: string): Promise<string> {
  const { items } = (await service.get('/plugins')).body;
  return `/plugins/${items.find((item: { readonly uri: string }) => item.uri === uri).id}`;
}

/** Waits until the place's plugin plays. */
export async function heard(service: Service, place: string): Promise<void> {
  await service.until(`${place}/status`, (row) => row.state === 'running' && row.heard === 'plugin');
}

/** The processes of the racks of a desk, as the plugin host started them, oldest first. */
export const racksOf = ({ state }: Service): readonly number[] => rackProcesses(state).map(([rack]) => rack);

/** The description of a plugin, as the scan has written it. */
export function descriptionOf({ state }: Service, uri: string): Record<string, unknown> {
  const folder = join(state, 'plugins');
  for (const name of readdirSync(folder)) {
    if (!name.endsWith('.json') || name === 'index.json') continue;
    const description = JSON.parse(readFileSync(join(folder, name), 'utf8'));
    if (description.uri === uri) return description;
  }
  throw new Error(`${uri} is not described in ${folder}`);
}

/** Records outputs 1 and 2 until no block of these places was late meanwhile: a busy machine gives the dry sound now and then. */
export async function recordUndisturbed(
  service: Service,
  places: readonly string[],
  seconds: number,
): Promise<readonly Float64Array[]> {
  const lateBlocks = async () => {
    const rows = await Promise.all(places.map((place) => service.get(`${place}/status`)));
    return rows.map(({ body }) => body.lateBlocks);
  };
  for (let tries = 1; ; tries++) {
    await settled(service);
    const before = await lateBlocks();
    await startRecording(service);
    await recorded(service, seconds + rampsS);
    const { channels } = await stopRecording(service);
    const after = await lateBlocks();
    if (after.every((late, n) => late === before[n])) return channels.map((each) => each.slice(rampsS * rate));
    if (tries === mostTries) throw new Error(`blocks are late in each recording: ${before} and then ${after}`);
  }
}

const mostTries = 10;
/** What was settled just before is a ramp at the begin of a recording. */
const rampsS = 0.1;
