import { expect, test } from 'vitest';
import { allowedLegs, allowedStrips, toggledStrip } from './strip-list.ts';

const kind = (name: string, maximum: number) => ({
  properties: { kind: { const: name }, index: { minimum: 1, maximum } },
});

test('a strip comes to the end of a list, and leaves it', () => {
  const one = [{ kind: 'input', index: 3 }];
  const two = toggledStrip(one, '/channel/mix/1');
  expect(two).toEqual([...one, { kind: 'mix', index: 1 }]);
  expect(toggledStrip(two, '/channel/input/3')).toEqual([{ kind: 'mix', index: 1 }]);
});

test('which strips a list may have is read from OPTIONS, of one kind and of several', () => {
  const several = { access: 'rw', type: 'array', items: { anyOf: [kind('input', 2), kind('main', 1)] } } as const;
  expect(allowedStrips(several)).toEqual(['/channel/input/1', '/channel/input/2', '/channel/main/1']);
  expect(allowedStrips({ ...several, items: kind('main', 1) })).toEqual(['/channel/main/1']);
  expect(allowedStrips({ ...several, items: undefined })).toEqual([]);
  expect(allowedStrips(undefined)).toEqual([]);
});

test('the legs of a kind of strips are read from OPTIONS', () => {
  const item = (strip: object, legs: readonly string[]) => ({ properties: { strip, leg: { enum: legs } } });
  const mono = item({ anyOf: [kind('input', 2), kind('mix', 1)] }, ['left']);
  const stereo = item(kind('main', 1), ['left', 'right']);
  const list = { access: 'rw', type: 'array', items: { anyOf: [mono, stereo] } } as const;
  expect(['mix', 'main', 'dca'].map((name) => allowedLegs(list, name))).toEqual([['left'], ['left', 'right'], []]);
  expect(allowedLegs({ ...list, items: stereo }, 'main')).toEqual(['left', 'right']);
  expect(allowedLegs(undefined, 'main')).toEqual([]);
});
