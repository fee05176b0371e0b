// Levels on request, and bounds of what peers follow.
import { meterSample, startTestHost, type TestHost } from 'rowdesk/testing';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { text } from '../../../hardware-drivers/lib/osc/js/packet.ts';
import { type OpenedSurface, openOsc, UdpPeer } from './osc-fixture.ts';

const level = '/channel/input/1/levelDb';
const providers = ['console', 'channel', 'meters', 'streams', 'surface', 'warnings', 'channelConfigs'];

let desk: TestHost;
let surface: OpenedSurface;
let peer: UdpPeer;
let playing: NodeJS.Timeout;
beforeEach(async () => {
  desk = await startTestHost({ strips: 'all', providers });
  surface = await openOsc(desk.url);
  peer = await UdpPeer.open(surface);
  const sample = { '/channel/input/2': { prePeak: [0.5], postPeak: [0.25], 'gate.reductionDb': 0 } };
  playing = setInterval(() => desk.audio.meter(meterSample(sample, Date.now())), 10);
});
afterEach(async () => {
  clearInterval(playing);
  peer.close();
  await surface.close();
  await desk.close();
});

test('levels come as one blob, in the order of strips that is said first', async () => {
  peer.send('/meters', text('/channel/input/[1-3]'));
  const [pattern, strips] = await peer.values('/meters/strips');
  expect([pattern, JSON.parse(strips as string)]).toEqual([
    '/channel/input/[1-3]',
    ['/channel/input/1', '/channel/input/2', '/channel/input/3'],
  ]);
  const levelsIn = (blob: unknown) => {
    const bytes = Buffer.from(blob as Uint8Array);
    return [0, 4, 8].map((at) => Math.round(bytes.readFloatBE(at) * 100) / 100);
  };
  const [of, blob] = await peer.values('/meters/blob', ([, bytes]) => levelsIn(bytes)[1] !== -144);
  expect([of, levelsIn(blob)]).toEqual(['/channel/input/[1-3]', [-144, -12.04, -144]]);
  await expect.poll(() => surface.report().peers[0]?.subscriptions).toBe(1);
  peer.send('/unsubscribe', text('/channel/input/[1-3]'));
  await expect.poll(() => surface.report().peers[0]?.subscriptions).toBe(0);
});

test('levels come as floats, before the faders where that is asked for', async () => {
  peer.send('/meters', text('/channel/{input,main}/[12]'), text('floats'), text('pre'));
  const [, strips] = await peer.values('/meters/strips');
  const place = 1 + JSON.parse(strips as string).indexOf('/channel/input/2');
  const values = await peer.values('/meters/floats', (all) => all[place] !== -144);
  expect(values[place]).toBeCloseTo(-6.02, 2);
});

test.each([
  ['/channel/input/900', [], 'unknown-row'],
  ['/clock/*/1', [], 'unknown-row'],
  ['/channel/input/*', [text('loud')], 'not-an-option'],
  ['/channel/input/{1', [], 'bad-address'],
])('levels of %s %j are refused as %s', async (pattern, words, code) => {
  peer.send('/meters', text(pattern), ...words);
  expect((await peer.values('/refusal')).slice(0, 2)).toEqual([pattern, code]);
});

test('without a pattern it is a question for the row', async () => {
  peer.send('/meters/at');
  expect(await peer.values('/meters/at')).toHaveLength(1);
});

test('a pattern of more rows than the desk sends is refused alone, and other feedback goes on', async () => {
  peer.send('/subscribe', text(level));
  await peer.values(level);
  const { registry } = desk.host.assembly;
  const wide = registry.rows.find(({ template }) => template.endsWith('params/{symbol}')) as (typeof registry.rows)[0];
  // As many as it takes, whatever strips this desk has.
  const targets = ['/channel/*/*/chain/processors/*/params/*', '/channel/*/*/sends/*/*', '/channelConfigs/*/apply/*/*'];
  expect(registry.list(wide).length).toBeGreaterThan(1000);
  for (const target of targets) {
    for (const field of ['a*', 'b*', 'c*']) peer.send('/subscribe', text(`${target}/${field}`));
  }
  const [refused, code] = await peer.values('/refusal');
  expect([targets.some((target) => (refused as string).startsWith(target)), code]).toEqual([
    true,
    'too-many-addresses',
  ]);
  peer.forget();
  await desk.patch('/channel/input/1', { levelDb: -33 });
  await peer.values(level, ([value]) => value === -33);
});
