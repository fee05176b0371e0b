import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readModel, socketCount } from './model.ts';
import { KnownModels } from './models.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'rowdesk-models-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const own = { token: 'acme-8', label: 'Acme 8', transport: 'usb', usb: ['dead:0001'], inputs: [], outputs: [] };
const write = (name: string, content: object) => writeFileSync(join(folder, name), JSON.stringify(content));

test('virtual stageboxes have as many sockets as they are called after', () => {
  const virtual = new KnownModels([]).list().filter(({ transport }) => transport === 'virtual');
  expect(virtual.map(({ token }) => token)).toEqual(['virtual-32x16', 'virtual-8x8']);
  for (const { token, inputs, outputs } of virtual) {
    expect(token).toBe(`virtual-${socketCount(inputs)}x${socketCount(outputs)}`);
  }
});

test('at least twelve real models come along, on USB and on the network, each with the sources of its facts', () => {
  const known = new KnownModels([]);
  expect(known.problems).toEqual([]);
  const real = known.list().filter(({ transport }) => transport !== 'virtual');
  expect(real.length).toBeGreaterThanOrEqual(12);
  for (const transport of ['usb', 'netaudio']) {
    expect(real.filter((model) => model.transport === transport).length).toBeGreaterThanOrEqual(5);
  }
  for (const { token, vendor, sources = [], inputs, outputs } of real) {
    expect(vendor, token).toBeTruthy();
    expect(sources.length, token).toBeGreaterThan(0);
    expect(socketCount(inputs) + socketCount(outputs), token).toBeGreaterThan(0);
  }
});

test('preamps have the ranges of their documents', () => {
  const known = new KnownModels([]);
  const ranges = (token: string) =>
    known
      .list()
      .find((model) => model.token === token)
      ?.inputs.map(({ connector, count, controls = [], sens }) => [
        ...[connector, count, controls.join(' ')],
        ...(sens === undefined ? [] : [sens.min, sens.max, sens.step]),
      ]);
  expect(ranges('rme-babyface-pro')).toEqual([
    ['xlr', 2, 'phantom pad sens', 0, 65, 1],
    ['ts', 2, 'sens', 0, 9, 0.5],
    ['adat', 8, ''],
  ]);
  expect(ranges('rme-madiface-xt')?.[0]).toEqual(['xlr', 2, 'phantom sens', 0, 60, 3]);
  expect(ranges('yamaha-rio3224-d')).toEqual([['xlr', 32, 'phantom sens', -6, 66, 1]]);
});

test('a file in a folder of the house is a model more, known by its token and by its USB id', () => {
  write('acme-8.json', own);
  writeFileSync(join(folder, 'notes.txt'), 'no model');
  const known = new KnownModels([folder]);
  expect(known.problems).toEqual([]);
  expect(known.list().at(-1)).toEqual(own);
  expect(known.of({ id: 'stage left', transport: 'usb', model: 'acme-8' })).toEqual(own);
  expect(known.of({ id: 'usb-dead:0001-77', transport: 'usb', model: 'Eight' })).toEqual(own);
  expect(known.of({ id: 'usb-dead:0001', transport: 'usb', model: 'Eight' })).toEqual(own);
  expect(known.of({ id: 'usb-dead:00012', transport: 'usb', model: 'Eight' })).toBeUndefined();
  expect(known.of({ id: 'usb-dead:0001', transport: 'netaudio', model: 'Eight' })).toBeUndefined();
});

test('a faulty file is named with what is wrong, and the others are known', () => {
  write('acme-8.json', own);
  write('broken.json', { ...own, token: 'broken', usb: [], inputs: [{ connector: 'xlr', count: 0 }] });
  write('twin.json', { ...own, token: 'twin' });
  write('virtual-8x8.json', { ...own, token: 'virtual-8x8', usb: [] });
  const { problems, ...known } = new KnownModels([folder]);
  expect(known).toBeDefined();
  expect(problems.map(({ file, problem }) => [file.slice(folder.length + 1), problem])).toEqual([
    ['broken.json', expect.stringMatching(/^\/inputs\/0\/count /)],
    ['twin.json', 'the USB id dead:0001 is that of acme-8 already'],
    ['virtual-8x8.json', 'there is a model virtual-8x8 already; choose another token'],
  ]);
  expect(new KnownModels([folder]).of({ id: 'x', transport: 'usb', model: 'acme-8' })).toEqual(own);
});

test('a folder that is not there has no models', () => {
  expect(new KnownModels([join(folder, 'missing')]).problems).toEqual([]);
});

test('the example of the README is a model', () => {
  const text = readFileSync(new URL('./README.md', import.meta.url), 'utf8');
  const example = /```json\n(?<json>[^`]+)```/.exec(text)?.groups?.json ?? '';
  expect(readModel('acme-8.json', example)).toMatchObject({ token: 'acme-8' });
});

test('a folder that can not be read is a fault, and the models of the others are known', () => {
  const file = join(folder, 'models');
  writeFileSync(file, 'no folder');
  const known = new KnownModels([file]);
  expect(known.problems).toMatchObject([{ file, problem: expect.stringContaining('ENOTDIR') }]);
  expect(known.list()).toEqual(new KnownModels([]).list());
});
