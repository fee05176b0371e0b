import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startTestHost, type TestHost } from 'rowdesk/testing';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { float, integer } from '../../../hardware-drivers/lib/osc/js/packet.ts';
import { readMapping } from './mapping.ts';
import { type OpenedSurface, openOsc, UdpPeer } from './osc-fixture.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'rowdesk-test-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const pad = {
  addresses: {
    '/1/fader1': { to: '/channel/input/1/levelDb', from: [0, 1], range: [-60, 10] },
    '/1/on1': { to: '/channel/input/1/muted', from: [1, 0], range: [0, 1] },
  },
  follow: ['/channel/input/1/*'],
};

test('values are scaled there and back', () => {
  writeFileSync(join(folder, 'pad.json'), JSON.stringify(pad));
  const mapping = readMapping(folder, 'pad');
  expect(mapping.incoming('/1/fader1', [0.5])).toEqual({ address: '/channel/input/1/levelDb', values: [-25] });
  expect(mapping.outgoing('/channel/input/1/levelDb', -25)).toEqual({ address: '/1/fader1', value: 0.5 });
  expect(mapping.incoming('/1/on1', [1])).toEqual({ address: '/channel/input/1/muted', values: [0] });
  expect(mapping.outgoing('/channel/input/1/muted', true)).toEqual({ address: '/1/on1', value: 0 });
  expect(mapping.incoming('/1/other', [1])).toBeUndefined();
});

test.each([
  ['{', /is not JSON/],
  ['{"addresses":{"/a":{"to":"/b"}}}', /addresses\/~?1?\/?a.*to does not have the form/],
  ['{"addresses":{},"folow":[]}', /folow is not known here; did you mean "follow"/],
  [JSON.stringify({ addresses: {}, follow: 'x'.repeat(1_048_577) }), /larger than 1 MiB/],
])('a file with a fault is refused in words', (content, words) => {
  writeFileSync(join(folder, 'pad.json'), content);
  expect(() => readMapping(folder, 'pad')).toThrow(words);
});

test('a mapping that is missing is a reason', () => {
  expect(() => readMapping(folder, 'pad')).toThrow(`there is no mapping ${join(folder, 'pad.json')}`);
});

test('a program with addresses of its own moves a fader, and follows it without a subscription', async () => {
  const desk: TestHost = await startTestHost({ providers: ['console', 'channel', 'streams', 'surface'] });
  const surface: OpenedSurface = await openOsc(desk.url);
  const program = await UdpPeer.open(surface, '127.0.0.4');
  try {
    writeFileSync(join(surface.mappingsFolder, 'pad.json'), JSON.stringify(pad));
    await expect(surface.change({ mapping: 'nothing' })).rejects.toThrow('there is no mapping');
    await surface.change({ mapping: 'pad', addresses: [`127.0.0.4:${program.port}`] });
    await program.values('/1/fader1');
    program.send('/1/fader1', float(0.5));
    program.send('/1/on1', integer(0));
    await desk.patch('/channel/input/1', { pan: 10 });
    await program.values('/channel/input/1/pan', ([pan]) => pan === 10);
    await expect
      .poll(async () => (await desk.get('/channel/input/1')).body)
      .toMatchObject({ levelDb: -25, muted: true });
    await desk.patch('/channel/input/1', { levelDb: 10 });
    await program.values('/1/fader1', ([value]) => value === 1);
  } finally {
    program.close();
    await surface.close();
    await desk.close();
  }
});
