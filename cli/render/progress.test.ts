import { expect, test } from 'vitest';
import { Progress } from './progress.ts';

function shown(isTTY: boolean): { progress: Progress; written: string[]; pass: (ms: number) => void } {
  const written: string[] = [];
  let nowMs = 0;
  const stream = { isTTY, columns: 50, write: (text: string) => written.push(text) };
  const pass = (ms: number) => {
    nowMs += ms;
  };
  return { progress: new Progress(stream, () => nowMs), written, pass };
}

test('on a terminal one line moves, with how many times faster than real time it is', () => {
  const { progress, written, pass } = shown(true);
  pass(500);
  progress.show(5, 10);
  progress.end();
  expect(written).toEqual(['\r[#####     ] 50 % of 10.0 s, 10.0 times real time\u001b[K', '\n']);
});

test('elsewhere there is a line for each tenth and no more', () => {
  const { progress, written, pass } = shown(false);
  pass(1000);
  for (let done = 0; done <= 100; done++) progress.show(done / 10, 10);
  progress.end();
  expect(written).toHaveLength(10);
  expect(written.at(-1)).toBe('100 % of 10.0 s, 10.0 times real time\n');
});
