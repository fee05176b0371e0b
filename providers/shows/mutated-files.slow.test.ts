// Show files that were changed at random: words, never half an import, and never anything of panic or phantom.
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { readShow } from './jobs.ts';
import { UnreadableShow } from './read-show.ts';
import { scene } from './shows-fixture.ts';

const runs = process.env.NIGHT === 'true' ? 20_000 : 1_000;
const layout = { input: 8, fxReturn: 2, aux: 2, mix: 4, matrix: 2, fxSend: 2 };

const junk = fc.oneof(
  fc.string({ maxLength: 12 }),
  fc.constantFrom(
    '-oo',
    '1e999',
    'NaN',
    '%111111111',
    '"',
    '/safety/panic',
    '/headamp/999',
    '4k',
    '\u0000',
    '9'.repeat(40),
  ),
);
const change = fc.record({
  line: fc.nat(scene.length - 1),
  word: fc.nat(12),
  kind: fc.constantFrom('replace', 'drop', 'repeat', 'cut', 'swap'),
  with: junk,
});

function mutated(changes: readonly { line: number; word: number; kind: string; with: string }[]): string {
  const lines = [...scene];
  for (const { line, word, kind, with: text } of changes) {
    const words = (lines[line] ?? '').split(' ');
    if (kind === 'replace') words[word % words.length] = text;
    else if (kind === 'drop') words.splice(word % words.length, 1);
    else if (kind === 'repeat') words.push(...words);
    else if (kind === 'cut') words.length = Math.max(0, words.length - word);
    else words.reverse();
    lines[line] = words.join(' ');
  }
  return lines.join('\n');
}

const allowed = /^\/(channel|stagebox|patch|console|cue|talkback)\//;

test('a changed file is read whole or refused in words', () => {
  let read = 0;
  fc.assert(
    fc.property(fc.array(change, { minLength: 1, maxLength: 8 }), (changes) => {
      const text = mutated(changes);
      try {
        const show = readShow(text, { layout, channel: 1 });
        read += 1;
        expect(show.name.length).toBeGreaterThan(0);
        for (const { values, lost, key } of show.lines) {
          expect(key.length).toBeLessThanOrEqual(80);
          expect(lost.length).toBeLessThanOrEqual(9);
          for (const { path, value } of values) {
            expect(path).toMatch(allowed);
            expect(value).not.toBeUndefined();
            if (typeof value === 'number') expect(Number.isFinite(value)).toBe(true);
          }
        }
      } catch (error) {
        if (!(error instanceof UnreadableShow)) throw error;
        expect(error.message.length).toBeGreaterThan(0);
      }
    }),
    { numRuns: runs },
  );
  // Most changes leave a file that can be read: the property is about those, too.
  expect(read).toBeGreaterThan(runs / 2);
});
