import { expect, test } from 'vitest';
import { linkFields, mixerLinks } from './links.ts';
import { type PortAlias, Ports } from './ports.ts';

const strips = [
  { path: '/channel/input/1', legs: 1 },
  { path: '/channel/aux/1', legs: 2 },
  { path: '/channel/mix/1', legs: 1 },
  { path: '/channel/main/1', legs: 2 },
  { path: '/channel/main/2', legs: 2 },
  { path: '/channel/cue/1', legs: 2 },
];
const ports = { inputs: ['a:in-1', 'a:in-2', '', 'b:in-1'], outputs: ['a:out-1', 'a:out-2', 'a:out-3'] };

type Observed = { path: string; field: string; value: unknown };

function linksWith(...observed: Observed[]): string[] {
  return linksAs([], ...observed);
}

function linksAs(aliases: readonly PortAlias[], ...observed: Observed[]): string[] {
  const names = { sources: new Ports(), sinks: new Ports() };
  for (const each of [names.sources, names.sinks]) each.alias(aliases);
  const values = new Map(observed.map(({ path, field, value }) => [`${path} ${field}`, value]));
  const value = (path: string, field: string) => {
    expect(linkFields).toContain(field);
    return values.get(`${path} ${field}`);
  };
  return mixerLinks(strips, value, ports, names).map(({ from, to }) => `${from} ${to}`);
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

test('a port of an audio server is played at its device port, under its own id', () => {
  const at = (portId: string, devicePort: string, nextPortId = '') => ({ portId, devicePort, nextPortId });
  const aliases = [at('pw:card:1', 'a:in-2', 'pw:card:2'), at('pw:card:2', 'b:in-1'), at('pw:hall:FL', 'a:out-3')];
  const strip = { kind: 'main', index: 1 };
  const outputs = [{ strip, leg: 'left', portId: 'pw:hall:FL', levelDb: 0 }];
  const played = { path: '/patch/outputs', field: 'outputs', value: outputs };
  expect(linksAs(aliases, source('input/1', 'pw:card:2'), source('aux/1', 'pw:card:1'), played)).toEqual([
    'pw:card:2 mixer:input-1',
    'pw:card:1 mixer:aux-1-left',
    'pw:card:2 mixer:aux-1-right',
    'mixer:main-1-left pw:hall:FL',
  ]);
  expect(linksWith(source('aux/1', 'pw:card:1'), played)).toEqual([]);
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
