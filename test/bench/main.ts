// `npm run bench`, see `usage`: a report, never a test. All of it writes test/bench/RESULTS.md; named parts only print.
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { root, stopServices } from '../harness/service.ts';
import { hideServers } from '../harness/without-servers.ts';
import { alsaCycles } from './alsa.ts';
import { type Checkout, checkoutAt } from './checkout.ts';
import { faders } from './faders.ts';
import { garbage } from './garbage.ts';
import { broadcast, getRate, patchRate, patchToWatchers } from './http.ts';
import { jackCycles } from './jack.ts';
import { joined } from './joined.ts';
import { life } from './life.ts';
import { matrix } from './matrix.ts';
import { mixer } from './mixer.ts';
import { netaudio } from './netaudio.ts';
import { page } from './page.ts';
import { inPairs, type Part } from './pairs.ts';
import { panic } from './panic.ts';
import { pipewireCycles } from './pipewire.ts';
import { pluginScan } from './plugin-scan.ts';
import { plugins } from './plugins.ts';
import { recall } from './recall.ts';
import { record } from './record.ts';
import { type Figure, line, writeReport } from './report.ts';
import { restore } from './restore.ts';
import { rtp } from './rtp.ts';
import { manyScenes } from './scenes.ts';
import { slowReader } from './slow-reader.ts';
import { patchToSample } from './sound.ts';
import { widePage } from './wide-page.ts';
import { x32 } from './x32.ts';

hideServers();
const parts: Record<string, Part> = {
  get: getRate,
  patch: patchRate,
  watch: patchToWatchers,
  broadcast,
  faders,
  'slow-reader': slowReader,
  garbage,
  x32,
  sound: patchToSample,
  panic,
  recall,
  scenes: manyScenes,
  restore,
  matrix,
  mixer,
  plugins,
  scan: pluginScan,
  joined,
  pipewire: pipewireCycles,
  jack: jackCycles,
  alsa: alsaCycles,
  rtp,
  netaudio,
  record,
  page,
  'wide-page': widePage,
  life,
};

const usage = `npm run bench -- [--before DIR [--pairs N]] [PART...]

PART          of: ${Object.keys(parts).join(' ')}; all of them without one
--before DIR  measures the built checkout at DIR too, in turns with this one, with the clients of this one
--pairs N     how often each part runs on either checkout; 3 without it`;

const options = {
  before: { type: 'string' },
  pairs: { type: 'string', default: '3' },
  help: { type: 'boolean' },
} as const;
const { values, positionals: asked } = read();
const unknown = asked.filter((name) => !(name in parts));
if (unknown.length > 0) end(`no part ${unknown.join(', ')}`);
const pairs = Number(values.pairs);
if (!Number.isInteger(pairs) || pairs < 1) end('--pairs takes a number from 1');
if (values.help) {
  console.log(usage);
  process.exit(0);
}
const [now, before] = [checkout(root), values.before === undefined ? undefined : checkout(values.before)];

const figures: Figure[] = [];
for (const [name, part] of Object.entries(parts)) {
  if (asked.length > 0 && !asked.includes(name)) continue;
  console.error(`... ${name}`);
  try {
    for (const figure of before
      ? await inPairs(part, { now, before, pairs, afterEach: stopServices })
      : await part(now)) {
      figures.push(figure);
      console.log(line(figure));
    }
  } finally {
    await stopServices();
  }
}
if (asked.length === 0) writeReport(join(root, 'test/bench/RESULTS.md'), figures);
process.exit(0);

function read() {
  try {
    return parseArgs({ options, allowPositionals: true });
  } catch (error) {
    return end((error as Error).message);
  }
}

function checkout(folder: string): Checkout {
  try {
    return checkoutAt(resolve(folder));
  } catch (error) {
    return end((error as Error).message);
  }
}

function end(fault: string): never {
  console.error(`${fault}\n\n${usage}`);
  process.exit(2);
}
