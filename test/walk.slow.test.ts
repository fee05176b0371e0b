// Walks every row of the default configuration, so that a new row is tested on its first day.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { quickWalk, walkRow } from '../core/testing.ts';
import { isFull } from './harness/depth.ts';
import { momentary, shippedProviders, startWholeDesk, type WholeDesk } from './harness/whole-desk.ts';

let desk: WholeDesk;
let playing: NodeJS.Timeout;
beforeAll(async () => {
  desk = await startWholeDesk();
  // All the time, so that nobody waits for a sample.
  playing = setInterval(desk.play, 5);
});
afterAll(async () => {
  clearInterval(playing);
  await desk.close();
});

describe('the default configuration', () => {
  test('starts without a fault, every provider and every row', () => {
    expect(desk.host.assembly.problems).toEqual([]);
    expect(desk.host.assembly.providers.map(({ provider }) => provider.name)).toEqual(shippedProviders);
  });

  test('every row holds what a row must hold', async () => {
    const { registry } = desk.host.assembly;
    const walked = new Set<string>();
    const faults: string[] = [];
    const walk = async (path: string) => {
      if (walked.has(path)) return;
      walked.add(path);
      await walkRow(desk, path, isFull ? {} : quickWalk).catch((error: Error) =>
        faults.push(`${path}: ${error.message}`),
      );
    };
    for (const path of momentary) await walk(path);
    for (const row of registry.rows) {
      // Asked for now: what is written on the way makes rows come and go, in the history for one.
      for (const path of desk.examples(row)) await walk(path);
    }
    expect(faults).toEqual([]);
    const templates = new Set([...walked].map((path) => registry.locate(path)?.row.template));
    const skipped = registry.rows.map(({ template }) => template).filter((template) => !templates.has(template));
    expect(skipped).toEqual([]);
  }, 300_000);

  // Of 10,001: 0 to 100 ms by 0.01.
  const delays = isFull ? 10_001 : 1_000;
  test(`${delays} legal delays are taken, and nothing between two`, async () => {
    await walkRow(desk, '/channel/input/1/align', { runs: 1, steps: delays });
  }, 120_000);
});
