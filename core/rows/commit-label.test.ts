import { expect, it } from 'vitest';
import { commitLabel } from './commit-label.ts';
import type { Row } from './definitions.ts';
import { addressOf, parseTemplate } from './template.ts';

it.each([
  ['/channel/{kind}/{index}', { kind: 'input', index: 3 }, ['levelDb'], 'Input 3 level'],
  ['/channel/{kind}/{index}/align', { kind: 'mix', index: 1 }, ['delayMs'], 'Mix 1 align delay'],
  ['/stagebox/{id}/inputs/{n}', { id: 'virtual-8x8', n: 2 }, ['gainDb'], 'Stagebox virtual-8x8 input 2 gain'],
  ['/clock/force', {}, ['rate'], 'Clock force rate'],
  ['/channel/{kind}/{index}', { kind: 'fxReturn', index: 1 }, ['polarityInverted'], 'FX return 1 polarity'],
  ['/channel/{kind}/{index}', { kind: 'dca', index: 1 }, ['muted', 'dcas', 'sourceId'], 'DCA 1 mute, DCAs, source'],
  [
    '/channel/{kind}/{index}/sends/{busKind}/{busIndex}',
    { kind: 'input', index: 1, busKind: 'mix', busIndex: 4 },
    ['levelDb', 'on'],
    'Input 1 send to mix 4 level, on/off',
  ],
  [
    '/channel/{kind}/{index}/chain/processors/{processorId}/values',
    { kind: 'input', index: 1, processorId: 'comp' },
    ['thresholdDb'],
    'Input 1 compressor threshold',
  ],
  [
    '/channel/{kind}/{index}/chain/processors/{processorId}/values',
    { kind: 'input', index: 1, processorId: 'eq' },
    ['band2GainDb', 'band2Enabled'],
    'Input 1 EQ band 2 gain, band 2 on/off',
  ],
  ['/channel/{kind}/{index}/eq/bands/{band}', { kind: 'mix', index: 2, band: 3 }, ['q'], 'Mix 2 EQ band 3 Q'],
  ['/scenes/{id}', { id: 'dcaSolo' }, ['name'], 'Scene dcaSolo name'],
  ['/patch/outputs', {}, ['outputs'], 'Patch outputs'],
  ['/console', {}, ['a', 'b', 'c', 'd', 'e'], 'Console a, b, c and 2 more'],
  ['/channel', {}, [], 'Channel'],
])('a commit of %s is told to people as words', (template, at, fields, label) => {
  const segments = parseTemplate(template);
  const row = { template } as Row;
  expect(commitLabel({ row, at, path: addressOf(segments, at) }, segments, fields)).toBe(label);
});
