import { expect, test } from 'vitest';
import { Progress } from './progress.ts';

function shown(isTTY: boolean): { progress: Progress; written: string[] } {
  const written: string[] = [];
  return { progress: new Progress({ isTTY, columns: 30, write: (text) => written.push(text) }), written };
}

test('on a terminal one line moves', () => {
  const { progress, written } = shown(true);
  progress.show(5, 10);
  progress.end();
  expect(written).toEqual(['\r[#####     ] 50 % of 10.0 s\u001b[K', '\n']);
});

test('elsewhere there is a line for each tenth and no more', () => {
  const { progress, written } = shown(false);
  for (let done = 0; done <= 100; done++) progress.show(done / 10, 10);
  progress.end();
  expect(written).toHaveLength(10);
  expect(written.at(-1)).toBe('100 % of 10.0 s\n');
});
