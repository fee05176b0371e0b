import { expect, test } from 'vitest';
import { linkFields, mixerLinks } from './links.ts';

const strips = [
  { path: '/channel/input/1', legs: 1 },
  { path: '/channel/aux/1', legs: 2 },
  { path: '/channel/mix/1', legs: 1 },
  { path: '/channel/main/1', legs: 2 },
  { path: '/channel/main/2', legs: 2 },
  { path: '/channel/cue/1', legs: 2 },
];
const ports = { inputs: ['a:in-1', 'a:in-2', '', 'b:in-1'], outputs: ['a:out-1', 'a:out-2', 'a:out-3'] };

function linksWith(...observed: { path: string; field: string; value: unknown }[]): string[] {
  const values = new Map(observed.map(({ path, field, value }) => [`${path} ${field}`, value]));
  const value = (path: string, field: string) => {
    expect(linkFields).toContain(field);
    return values.get(`${path} ${field}`);
  };
  return mixerLinks(strips, value, ports).map(({ from, to }) => `${from} ${to}`);
}
const source = (strip: string, value: string, field = 'sourceId') => ({ path: `/channel/${strip}`, field, value });

test('a strip with one leg takes its source, one with two takes the next port of the same device as well', () => {
  expect(linksWith(source('input/1', 'a:in-2'), source('aux/1', 'a:in-1'))).toEqual([
    'a:in-2 mixer:input-1',
    'a:in-1 mixer:aux-1-left',
    'a:in-2 mixer:aux-1-right',
  ]);
  expect(linksWith(source('aux/1', 'b:in-1'))).toEqual(['b:in-1 mixer:aux-1-left']);
  expect(linksWith(source('aux/1', 'a:in-2'))).toEqual(['a:in-2 mixer:aux-1-left']);
});

test('a right leg may have a port of its own', () => {
  const right = (value: string) => ({ path: '/patch/rightLegs/aux/1', field: 'sourceId', value });
  const left = source('aux/1', 'a:in-1');
  expect(linksWith(left, right('b:in-1'))).toEqual(['a:in-1 mixer:aux-1-left', 'b:in-1 mixer:aux-1-right']);
  expect(linksWith(left, right('gone:in-1'))).toEqual(['a:in-1 mixer:aux-1-left']);
});

test('a strip that plays its spare is linked to its spare', () => {
  const both = [source('input/1', 'a:in-1'), source('input/1', 'a:in-2', 'spareSourceId')];
  const spare = source('input/1', 'spare', 'sourceSelected');
  expect(linksWith(...both)).toEqual(['a:in-1 mixer:input-1']);
  expect(linksWith(...both, spare)).toEqual(['a:in-2 mixer:input-1']);
});

test('no source, and one that is not connected, make no link', () => {
  expect(linksWith(source('input/1', ''))).toEqual([]);
  expect(linksWith(source('input/1', 'gone:in-1'))).toEqual([]);
});

test('a right leg that has a source of its own takes that, with a left one or without', () => {
  const right = (value: string, field = 'sourceId') => ({ path: '/patch/rightLegs/aux/1', field, value });
  expect(linksWith(source('aux/1', 'a:in-1'), right('b:in-1'))).toEqual([
    'a:in-1 mixer:aux-1-left',
    'b:in-1 mixer:aux-1-right',
  ]);
  expect(linksWith(right('b:in-1'))).toEqual(['b:in-1 mixer:aux-1-right']);
  const spare = [source('aux/1', 'spare', 'sourceSelected'), source('aux/1', 'a:in-1', 'spareSourceId')];
  expect(linksWith(...spare, right('b:in-1'))).toEqual(['a:in-1 mixer:aux-1-left', 'a:in-2 mixer:aux-1-right']);
  expect(linksWith(...spare, right('b:in-1', 'spareSourceId'))).toContain('b:in-1 mixer:aux-1-right');
});

test('patched outputs carry the leg that was said, and none that is not connected', () => {
  const strip = { kind: 'main', index: 1 };
  const outputs = [
    { strip, leg: 'right', portId: 'driving:out-1', levelDb: 0 },
    { strip, leg: 'mono', portId: 'a:out-2', levelDb: 0 },
    { strip: { kind: 'mix', index: 1 }, leg: 'mono', portId: 'a:out-3', levelDb: 0 },
    { strip: { kind: 'input', index: 1 }, leg: 'left', portId: 'driving:out-3', levelDb: 0 },
    { strip, leg: 'left', portId: 'gone:out-1', levelDb: 0 },
    { strip, leg: 'left', portId: 'driving:out-4', levelDb: 0 },
    { strip: { kind: 'mix', index: 9 }, leg: 'left', portId: 'a:out-3', levelDb: 0 },
  ];
  expect(linksWith({ path: '/patch/outputs', field: 'outputs', value: outputs })).toEqual([
    'mixer:main-1-right a:out-1',
    'mixer:main-1-mono a:out-2',
    'mixer:mix-1 a:out-3',
    'mixer:input-1 a:out-3',
  ]);
});

test('cue goes to pairs of outputs, the last one alone carries half of both legs', () => {
  expect(linksWith({ path: '/cue', field: 'outputs', value: ['a:out-2', 'driving:out-3', 'a:out-1'] })).toEqual([
    'mixer:cue-1-left a:out-2',
    'mixer:cue-1-right a:out-3',
    'mixer:cue-1-mono a:out-1',
  ]);
});
