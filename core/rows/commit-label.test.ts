import { expect, it } from 'vitest';
import { commitLabel } from './commit-label.ts';
import type { Row } from './definitions.ts';
import { addressOf, parseTemplate } from './template.ts';

it.each([
  ['/channel/{kind}/{index}', { kind: 'input', index: 3 }, ['levelDb'], 'Input 3 level'],
  ['/channel/{kind}/{index}/align', { kind: 'mix', index: 1 }, ['delayMs'], 'Mix 1 align delay'],
  ['/stagebox/{id}/inputs/{n}', { id: 'virtual-8x8', n: 2 }, ['gainDb'], 'Stagebox virtual-8x8 inputs 2 gain'],
  ['/clock/force', {}, ['rate'], 'Clock force rate'],
  ['/channel/{kind}/{index}', { kind: 'fxReturn', index: 1 }, ['polarityInverted'], 'FxReturn 1 polarity inverted'],
  ['/console', {}, ['a', 'b', 'c', 'd', 'e'], 'Console a, b, c and 2 more'],
  ['/channel', {}, [], 'Channel'],
])('a commit of %s is told to people as words', (template, at, fields, label) => {
  const segments = parseTemplate(template);
  const row = { template } as Row;
  expect(commitLabel({ row, at, path: addressOf(segments, at) }, segments, fields)).toBe(label);
});
