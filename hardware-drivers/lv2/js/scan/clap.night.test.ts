// Files of CLAP plugins as the real programs read and try them: one made for the test, and those of the machine, which zam-plugins has as LV2 too.
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { PluginDescription, PluginIndex } from '../../../../core/driver/hosted-plugin.ts';
import { clapUri, makeClap } from '../../../../test/plugins/made-clap.ts';
import { made, whyNot } from '../../../../test/plugins/what-lacks.ts';
import { type Alarm, realAlarm } from './alarm.ts';
import { scan } from './scan.ts';
import { hurriedAlarm } from './tool-doubles.ts';

const built = (name: string) => fileURLToPath(new URL(`../../build/Release/${name}`, import.meta.url));
const tools = { scan: built('lv2-scan'), rack: built('lv2-rack') };
const isBuilt = existsSync(tools.scan) && existsSync(tools.rack);
if (!isBuilt && process.env.CI === 'true') throw new Error('the programs for plugins are not built: npm run build');
if (!isBuilt) console.warn('skipped: the programs for plugins are not built (npm run build)');

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'rowdesk-clap-'));
});
afterEach(() => rmSync(root, { recursive: true }));

async function scanned(bundleFolders: readonly string[], clapFolders: readonly string[], alarm: Alarm = realAlarm) {
  const folder = join(root, 'state');
  const { signal } = new AbortController();
  await scan({ folder, bundleFolders, clapFolders, tools, alarm, signal, progress() {}, rest() {} });
  const index: PluginIndex = JSON.parse(readFileSync(join(folder, 'index.json'), 'utf8'));
  const describe = (id: string): PluginDescription => JSON.parse(readFileSync(join(folder, `${id}.json`), 'utf8'));
  return { ...index, descriptions: index.plugins.map(({ id }) => describe(id)) };
}

describe.skipIf(!isBuilt || whyNot(...made) !== '')('a file made for the test', () => {
  const files = (...names: readonly string[]) => {
    for (const name of names) makeClap(join(root, 'clap', name));
  };

  test('its plugins are described by what they say, and tried', async () => {
    files('gain.clap');
    const { descriptions, refused } = await scanned([], [join(root, 'clap')]);
    expect(refused).toEqual([]);
    const [gain, keyed, wide, unmade] = descriptions;
    expect(gain).toMatchObject({
      ...{ uri: clapUri('gain'), name: 'Test gain', vendor: 'Rowdesk', format: 'clap', class: 'Utility' },
      ...{ audioIn: 1, audioOut: 1, keyIn: 0, supported: true, hasState: true, latencyFrames: 0, properties: [] },
      ...{ bundle: join(root, 'clap/gain.clap'), presets: [] },
    });
    const parameter = { unit: '', minimum: 0, maximum: 1, default: 0 };
    expect(gain?.parameters).toEqual([
      { ...parameter, symbol: 'p0', label: 'Gain', unit: 'dB', minimum: -40, maximum: 40, scale: 'linear' },
      { ...parameter, symbol: 'p1', label: 'Latency', unit: 'frames', maximum: 2000, scale: 'linear', step: 1 },
      {
        ...{ ...parameter, symbol: 'p2', label: 'Polarity', scale: 'enum' },
        choices: [
          { value: 'normal', label: 'Normal', number: 0 },
          { value: 'inverted', label: 'Inverted', number: 1 },
        ],
      },
      { ...parameter, symbol: 'p3', label: 'Learn', scale: 'toggle' },
      { ...parameter, symbol: 'p4', label: 'Reset', scale: 'toggle' },
    ]);
    expect(gain?.readings.map(({ symbol, label, unit }) => [symbol, label, unit])).toEqual([
      ['p5', 'Level', 'dB'],
      ['p6', 'Wrong calls', ''],
      ['p7', 'Instances', ''],
    ]);
    expect(keyed).toMatchObject({ keyIn: 1, supported: true });
    expect(wide).toMatchObject({ supported: false, reason: expect.stringContaining('It has 3 audio inputs') });
    expect(unmade).toMatchObject({
      ...{ name: 'Test unmade', supported: false },
      reason: "It can't be initialised: the plugin gives no reason.",
    });
  });

  test('what ends, breaks or refuses when it is opened is listed with its reason, beside one that is read', async () => {
    files('crashes.clap', 'ends.clap', 'forks.clap', 'gain.clap', 'refuses.clap');
    writeFileSync(join(root, 'clap', 'text.clap'), 'not a library');
    const { plugins, refused } = await scanned([], [join(root, 'clap')]);
    expect(refused.map(({ bundle, reason }) => [basename(bundle), reason])).toEqual([
      ['crashes.clap', 'What reads it ended by SIGSEGV.'],
      ['ends.clap', 'What reads it ended too early.'],
      // The sandbox lets no plugin start a process.
      ['forks.clap', "the file can't be initialised: it gives no reason"],
      ['refuses.clap', "the file can't be initialised: it gives no reason"],
      ['text.clap', expect.stringContaining("the file can't be opened")],
    ]);
    expect(plugins.map(({ bundle }) => basename(bundle))).toEqual(Array(5).fill('gain.clap'));
  });

  test('a file that hangs when it is opened is refused', async () => {
    files('hangs.clap');
    const { refused } = await scanned([], [join(root, 'clap')], hurriedAlarm);
    expect(refused).toMatchObject([{ reason: 'What reads it said nothing for 30 s. The next scan tries it again.' }]);
  });

  test('what a plugin prints is not taken for what was read', async () => {
    files('prints.clap');
    const { plugins, refused } = await scanned([], [join(root, 'clap')]);
    expect([plugins.length, refused]).toEqual([5, []]);
  });
});

const zam = [
  ['/usr/lib/clap/ZamEQ2.clap', 'zam-plugins'] as const,
  ['/usr/lib/lv2/ZamEQ2.lv2', 'zam-plugins'] as const,
];

describe.skipIf(!isBuilt || whyNot(...zam) !== '')('plugins of the machine', () => {
  test('each of zam-plugins as CLAP is what it is as LV2, and passes its probe', async () => {
    const bundles = join(root, 'lv2');
    mkdirSync(bundles);
    for (const name of readdirSync('/usr/lib/lv2').filter((each) => /^zam/i.test(each))) {
      symlinkSync(join('/usr/lib/lv2', name), join(bundles, name));
    }
    const { descriptions, refused } = await scanned([bundles], ['/usr/lib/clap']);
    expect(refused).toEqual([]);
    const zams = descriptions.filter(({ uri }) => uri.startsWith('clap:com.zamaudio.'));
    expect(zams.length).toBeGreaterThan(15);
    for (const clap of zams) {
      const uri = clap.uri.replace('clap:com.zamaudio.', 'urn:zamaudio:');
      const lv2 = descriptions.find((each) => each.uri === uri);
      // Latencies are measured, each with the processor that the format makes of the plugin: ZamHeadX2's differ.
      const shape = ({ name, supported, reason, audioIn, audioOut, keyIn }: PluginDescription) => ({
        ...{ name, supported, reason, audioIn, audioOut, keyIn },
      });
      expect(shape(clap)).toEqual(lv2 && shape(lv2));
      const ranges = ({ parameters }: PluginDescription) =>
        parameters.map(({ label, minimum, maximum, default: start, step }) => [label, minimum, maximum, start, step]);
      expect(ranges(clap)).toEqual(lv2 && ranges(lv2));
      expect(clap.readings.map(({ label }) => label)).toEqual(lv2?.readings.map(({ label }) => label));
    }
  }, 120_000);
});
