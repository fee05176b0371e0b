import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { inTreeMixer, mixerOf, readMixerDescription } from './mixer-description.ts';

const { folder: inTree, manifest } = inTreeMixer();

test('the fields of the in-tree mixer have defaults that are in their ranges and among their choices', () => {
  const { fields, processors } = readMixerDescription(inTree, { fields: manifest.fields });
  expect(processors).toEqual([]);
  for (const [row, own] of Object.entries(fields)) {
    for (const [name, { minimum, maximum, maximumBy = {}, choices, default: shared, defaultOf = {} }] of Object.entries(
      own,
    )) {
      for (const value of [shared, ...Object.values(defaultOf)].filter((each) => each !== undefined)) {
        if (choices !== undefined) expect(choices, `${row} ${name}`).toContain(value);
        if (minimum !== undefined && maximum !== undefined) {
          expect(Number(value) >= minimum && Number(value) <= maximum, `${row} ${name}`).toBe(true);
        }
      }
      for (const [by, maxima] of Object.entries(maximumBy)) {
        expect([Object.keys(maxima), Math.max(...Object.values(maxima))]).toEqual([own[by]?.choices, maximum]);
      }
    }
  }
});

test.each([
  [{ rows: { '/cue': { dim: { type: 'switch' } } } }, /its fields can't be read: .*strips\.json: .*type/],
  [{ rows: { '/cue': { dimDb: { type: 'number', minimum: -60 } } } }, /\/cue dimDb of type number has no maximum/],
  [{ rows: { '/cue': { busMode: { type: 'choice' } } } }, /\/cue busMode of type choice has no choices/],
  [{ rows: { '/cue': { idleSource: { type: 'strip' } } } }, /\/cue idleSource of type strip has no refKinds/],
  [{ rows: { '/cue': { outputs: { type: 'ports' } } } }, /\/cue outputs of type ports has no maxItems/],
])('a faulty file is named with the place and the remedy', (content, words) => {
  const folder = mkdtempSync(join(tmpdir(), 'rowdesk-test-'));
  writeFileSync(join(folder, 'strips.json'), JSON.stringify(content));
  const read = () => readMixerDescription(folder, { fields: './strips.json' });
  expect(read).toThrow(words);
  expect(read).toThrow(/; correct the file$/);
});

test('a desk without a mixer has the fields of the in-tree one, and no processors', () => {
  const { fields } = readMixerDescription(inTree, { fields: manifest.fields });
  const box = { processors: [], fields: {} };
  expect(mixerOf([])).toEqual({ processors: [], fields });
  expect(mixerOf([box])).toEqual({ processors: [], fields });
  const own = { '/channel/{kind}/{index}': { levelDb: { type: 'number', minimum: -90, maximum: 0 } } } as const;
  expect(mixerOf([box, { processors: [], fields: own }])).toEqual({ processors: [], fields: own });
});
