// All plugins of the machine as lv2-scan reads them, judged by lv2ls and lv2info.
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { isFull } from '../../../../test/harness/depth.ts';
import { judges, whyNot } from '../../../../test/plugins/what-lacks.ts';
import { realAlarm } from './alarm.ts';
import type { PluginFacts, PortFacts } from './facts.ts';
import { bundlesIn, lv2Folders } from './folders.ts';
import { type Info, type InfoPort, infoOf, listed } from './lv2info-fixture.ts';
import { type BundleRead, readBundles } from './read-bundles.ts';

const program = fileURLToPath(new URL('../../build/Release/lv2-scan', import.meta.url));
const isBuilt = existsSync(program);
if (!isBuilt && process.env.CI === 'true') throw new Error('lv2-scan is not built: npm run build');
if (!isBuilt) console.warn('skipped: lv2-scan is not built (npm run build)');

describe.skipIf(!isBuilt || whyNot(...judges) !== '')('plugins of the machine', async () => {
  const reads: BundleRead[] = [];
  const bundles = bundlesIn(lv2Folders(process.env, process.arch)).map(({ path }) => path);
  const { signal } = new AbortController();
  const done = (read: BundleRead) => reads.push(read);
  if (isBuilt) await readBundles(bundles, { program, format: 'lv2', alarm: realAlarm, signal, done });
  const plugins = reads.flatMap((read) => read.plugins as readonly PluginFacts[]);
  const presets = reads.flatMap((read) => read.presets);

  test('no bundle is refused', () => {
    expect(reads.filter(({ refused }) => refused !== '')).toEqual([]);
    expect(reads).toHaveLength(bundles.length);
  });

  test('they are those that lv2ls lists', () => {
    expect(plugins.map(({ uri }) => uri).sort()).toEqual(listed().sort());
  });

  // Of many, every tenth is enough for a run of this file alone.
  const judged = plugins.filter((_, n) => isFull || plugins.length < 50 || n % 10 === 0);
  test.each(judged.map((plugin) => [plugin.uri, plugin] as const))('%s is what lv2info says', (uri, plugin) => {
    const own = presets.filter((preset) => preset.plugins.includes(uri)).map(({ label }) => label);
    const info = infoOf(uri);
    expect({ ...shown(plugin, info), presets: own.sort() }).toEqual(info);
  });
});

function shown({ name, vendor, latencyPort, library, requires, ports }: PluginFacts, info: Info) {
  return {
    ...{ name, author: vendor, binary: library === '' ? '' : `file://${encodeURI(library)}` },
    ...{ latencyPort: latencyPort < 0 ? '' : String(latencyPort), requires: [...requires].sort() },
    ports: ports.map((port, n) => shownPort(port, info.ports[n])),
  };
}

function shownPort(port: PortFacts, info: InfoPort | undefined) {
  const { types, symbol, label, properties, points } = port;
  // lv2info says the ranges of control ports only.
  const keys = types.includes('ControlPort') ? (['minimum', 'maximum', 'default'] as const) : [];
  const range = keys.flatMap((key) => (port[key] === null ? [] : [[key, said(port[key], info?.[key])]]));
  return {
    ...{ types: [...types].sort(), symbol, name: label, properties: [...properties].sort() },
    ...Object.fromEntries(range),
    points: points.map((point) => `${Math.fround(point.number ?? Number.NaN)} = "${point.label}"`).sort(),
  };
}

/** What lv2info printed with six digits behind the point, where it is this number. */
function said(value: number, printed: string | undefined): string {
  const other = Number(printed);
  return printed !== undefined && Math.abs(value - other) <= Math.max(5.1e-7, 1e-6 * Math.abs(other))
    ? printed
    : String(value);
}
