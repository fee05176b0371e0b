// The plugins of seven packages of Debian at a desk's first start, beside two programs that never rest: the scan takes its time, ends, and
// refuses nothing for time; the next start scans nothing. The judge of which plugins there are is lv2ls.
import { execFileSync } from 'node:child_process';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, expect, test } from 'vitest';
import { running } from '../harness/desk.ts';
import { quietConfig, type Service, startService, stopServices } from '../harness/service.ts';
import { Crowd } from '../overload/crowd.ts';
import { judges, type Need, whyNot, x42 } from './what-lacks.ts';

const installed = '/usr/lib/lv2';
const packages: readonly Need[] = [
  x42,
  [`${installed}/lsp-plugins.lv2`, 'lsp-plugins-lv2'],
  [`${installed}/ZamComp.lv2`, 'zam-plugins'],
  [`${installed}/calf.lv2`, 'calf-plugins'],
  [`${installed}/DragonflyPlateReverb.lv2`, 'dragonfly-reverb-lv2'],
  [`${installed}/mda.lv2`, 'mda-lv2'],
  [`${installed}/mbeq-swh.lv2`, 'swh-lv2'],
];
const lacks = whyNot(...judges, ...packages);
const config = { providers: [...quietConfig.providers, 'plugins'], drivers: [...quietConfig.drivers, 'lv2'] };
const env = { LV2_PATH: installed, CLAP_PATH: '' };
/** What a desk without a plugin to try may look for at its start. */
const lookedS = 20;

interface Item {
  readonly uri: string;
  readonly format: string;
  readonly supported: boolean;
  readonly reason: string;
}

const crowd = new Crowd('all');
afterEach(async () => {
  await crowd.end();
  await stopServices();
});

test.skipIf(lacks !== '')(
  'beside two programs that never rest every plugin of seven packages is there at the end, none refused for time',
  { timeout: 3_600_000 },
  async () => {
    crowd.begin(2);
    const begun = performance.now();
    const took = (what: string) => console.info(`${what} after ${((performance.now() - begun) / 1000).toFixed(1)} s`);
    const first = await startService({ config, env });
    await running(first);
    took('the desk runs');
    await first.until('/plugins', ({ supported }) => supported > 0);
    took('the first plugin can be chosen');
    const { items, refused } = await ended(first);
    took(`${items.length} plugins are there`);

    const own = items.filter(({ format }: Item) => format === 'lv2');
    expect(own.map(({ uri }: Item) => uri).sort()).toEqual(listed());
    const late = [...items, ...refused].filter(({ reason }: Item) => reason.includes('The next scan tries it again'));
    expect(late).toEqual([]);
    // lsp and x42 have a few with more legs than a strip, and instruments without an input.
    const reasons = own.filter(({ uri, supported }: Item) => !supported && /lsp-plug|gareus/.test(uri));
    for (const { reason } of reasons) expect(reason).toMatch(/^It has (no|more than|\d+) /);

    const { state } = first;
    await first.stop();
    const index = join(state, 'plugins/index.json');
    const before = statSync(index).mtimeMs;
    const second = await startService({ config, env, state });
    await running(second);
    await second.until('/plugins', (row) => row.items.length === items.length);
    await sleep(lookedS * 1000);
    expect((await second.get('/plugins')).body).toMatchObject({ scanning: null, items: expect.any(Array) });
    expect(statSync(index).mtimeMs).toBe(before);
  },
);

async function ended(service: Service) {
  for (;;) {
    const { body } = await service.get('/plugins');
    if (body.scannedAt !== '' && body.scanning === null) return body;
    await sleep(1000);
  }
}

const listed = (): readonly string[] =>
  execFileSync('lv2ls', { encoding: 'utf8', maxBuffer: 1 << 24, env: { ...process.env, LV2_PATH: installed } })
    .split('\n')
    .filter(Boolean)
    .sort();
