import { expect, test } from 'vitest';
import { type Outcome, tableOf, withTable } from './table-text.ts';

const outcome = (uri: string, own: Partial<Outcome> = {}): Outcome => {
  return { uri, format: 'lv2', package: 'x42', supported: true, reason: '', fault: '', ...own };
};

test('a package has its counts, and each reason once, and each format; what lv2ls alone has is a row of its own', () => {
  const outcomes = [
    outcome('a'),
    outcome('b', { supported: false, reason: 'It has no audio input.' }),
    outcome('c', { supported: false, reason: 'It has no audio input.' }),
    outcome('d', { fault: 'late' }),
    outcome('e', { package: 'calf' }),
    outcome('f', { supported: false, package: 'calf', reason: 'It has 4 audio outputs; at most 2 are served.' }),
    outcome('g', { supported: false, package: 'calf', reason: 'It has 8 audio outputs; at most 2 are served.' }),
    outcome('clap:h', { format: 'clap', package: 'calf' }),
  ];
  expect(tableOf(['a', 'b', 'c', 'd', 'e', 'f', 'g', 'lost'], outcomes).split('\n').slice(2)).toEqual([
    '| calf | 3 | 3 | 1 | 1 | 2: It has more than 2 audio outputs. |',
    '| calf, CLAP | - | 1 | 1 | 1 | - |',
    '| x42 | 4 | 4 | 2 | 1 | 2: It has no audio input. 1: `d`: late. |',
    '| - | 1 | 0 | 0 | 0 | lost |',
    '',
  ]);
});

test('the table goes between its marks, and a page without them is no place for it', () => {
  const page = 'before\n<!-- plugins:table -->\nold\n<!-- plugins:table -->\nafter\n';
  const once = withTable(page, '| new |\n');
  expect(once).toBe('before\n<!-- plugins:table -->\n\n| new |\n\n<!-- plugins:table -->\nafter\n');
  expect(withTable(once, '| new |\n')).toBe(once);
  expect(() => withTable('nothing', '')).toThrow('no two marks');
});
