import { expect, it } from 'vitest';
import type { Row } from '../rows/definitions.ts';
import type { Registry } from '../rows/registry.ts';
import { addressOf, parseTemplate } from '../rows/template.ts';
import { commitLabel } from './commit-label.ts';

const labels = {
  ...{ comp: 'compressor', eq: 'EQ', fxReturn: 'FX return', dca: 'DCA', dcas: 'DCAs' },
  ...{ chain: '', processors: '', values: '', sends: 'send to', muted: 'mute', sourceId: 'source', q: 'Q' },
};

it.each([
  ['/channel/{kind}/{index}', { kind: 'input', index: 3 }, ['levelDb'], 'Input 3 level'],
  ['/channel/{kind}/{index}/align', { kind: 'mix', index: 1 }, ['delayMs'], 'Mix 1 align delay'],
  ['/stagebox/{id}/inputs/{n}', { id: 'virtual-8x8', n: 2 }, ['gainDb'], 'Stagebox virtual-8x8 input 2 gain'],
  ['/clock/force', {}, ['rate'], 'Clock force rate'],
  ['/channel/{kind}/{index}', { kind: 'fxReturn', index: 1 }, ['polarityInverted'], 'FX return 1 polarity inverted'],
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
  [
    '/channel/{kind}/{index}/eq/bands/{band}',
    { kind: 'mix', index: 2, band: 3 },
    ['q', 'band10Q'],
    'Mix 2 EQ band 3 Q, band 10 Q',
  ],
  ['/scenes/{id}', { id: 'dcaSolo' }, ['name'], 'Scene dcaSolo name'],
  ['/patch/outputs', {}, ['outputs'], 'Patch outputs'],
  ['/console', {}, ['a', 'b', 'c', 'd', 'e'], 'Console a, b, c and 2 more'],
  ['/channel', {}, [], 'Channel'],
  ['/{id}', { id: 'constructor' }, ['toString'], 'Constructor to string'],
])('the title of a commit of %s is made of labels', (template, at, fields, label) => {
  const segments = parseTemplate(template);
  const row = { template, type: 'setting', labels } as unknown as Row;
  const registry = { segmentsOf: () => segments } as unknown as Registry;
  expect(commitLabel({ row, at, path: addressOf(segments, at) }, { fields, changes: [] }, registry)).toBe(label);
});

it('the title of a commit of a merged list is that of its first row', () => {
  const strip = { template: '/channel/{kind}/{index}', type: 'setting' } as Row;
  const places = [1, 2].map((index) => {
    const at = { kind: 'input', index };
    return { row: strip, at, path: addressOf(parseTemplate(strip.template), at) };
  });
  const registry = { segmentsOf: ({ template }: Row) => parseTemplate(template) } as unknown as Registry;
  const list = { template: '/channel', type: 'alias', mergedBy: { strips: ['kind', 'index'] } } as unknown as Row;
  const label = (...changes: (readonly [number, string])[]) =>
    commitLabel(
      { row: list, at: {}, path: '/channel' },
      {
        fields: ['strips'],
        changes: changes.map(([index, field]) => {
          const path = `/channel/input/${index}`;
          return { path, field, value: 0, place: places.find((place) => place.path === path) };
        }),
      },
      registry,
    );
  expect(label([1, 'levelDb'], [1, 'pan'])).toBe('Input 1 level, pan');
  expect(label([1, 'levelDb'], [2, 'levelDb'])).toBe('Input 1 level, and 1 more like it');
  expect(label()).toBe('Channel strips');
});
