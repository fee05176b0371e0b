import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { readProcessors } from './processors.ts';

const mixers = fileURLToPath(new URL('../../../hardware-drivers/mixer/dist/processors.json', import.meta.url));

test("the mixer's processors are read and their bands written out", () => {
  const processors = readProcessors(mixers);
  const eq = processors.find(({ uri }) => uri === 'builtin:eq8');
  expect(eq?.parameters).toHaveLength(40);
  expect(eq?.parameters.at(-3)).toMatchObject({ symbol: 'band8FrequencyHz', label: 'Band 8 frequency', default: 8000 });
  for (const { uri, parameters } of processors) {
    expect(new Set(parameters.map(({ symbol }) => symbol)).size, uri).toBe(parameters.length);
    for (const { symbol, minimum, maximum, maximumBy = {}, default: value, choices } of parameters) {
      expect(value >= minimum && value <= maximum, `${uri} ${symbol}`).toBe(true);
      if (choices) expect(choices).toHaveLength(maximum + 1);
      for (const [by, maxima] of Object.entries(maximumBy)) {
        const options = parameters.find((each) => each.symbol === by)?.choices?.map(({ value }) => value);
        expect([Object.keys(maxima), Math.max(...Object.values(maxima))], `${uri} ${symbol}`).toEqual([
          options,
          maximum,
        ]);
      }
    }
  }
});

test('a faulty file is named, with the place in it', () => {
  const file = join(mkdtempSync(join(tmpdir(), 'rowdesk-test-')), 'processors.json');
  writeFileSync(file, JSON.stringify({ processors: [{ uri: 'gate' }] }));
  expect(() => readProcessors(file)).toThrow(/processors\.json: \/processors\/0/);
});
