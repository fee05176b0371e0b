import { startTestHost, type TestHost } from 'rowdesk/testing';
import { afterEach, beforeEach, expect, test } from 'vitest';

const strip = (kind: string, index: number) => ({ kind, index });
const input = (index: number, port: string) => ({
  strip: strip('input', index),
  leg: 'left',
  sourceId: `virtual-32x16:${port}`,
  spareSourceId: '',
});
const output = (index: number, leg: string, port: string, levelDb = 0) => ({
  strip: strip('main', index),
  leg,
  portId: `virtual-32x16:${port}`,
  levelDb,
});

let desk: TestHost;
beforeEach(async () => {
  desk = await startTestHost({ providers: ['console', 'channel', 'cue', 'patch', 'talkback'] });
});
afterEach(() => desk.close());

const cable = { output: 'virtual-32x16:out-8', input: 'virtual-32x16:in-8' };

test('a patch that would close a loop is refused in words that name strips and edges; nothing changes', async () => {
  await desk.patch('/patch/cables', { cables: [cable] });
  await desk.patch('/patch', { inputs: [input(3, 'in-8')] });
  const refused = await desk.patch('/patch', { outputs: [output(1, 'left', 'out-8')] });
  expect([refused.status, refused.body.code]).toEqual([409, 'conflict']);
  expect(refused.body.detail).toContain('input/3 -> main/1 -> virtual-32x16:out-8 -> virtual-32x16:in-8 -> input/3');
  expect(refused.body.params.loops[0]).toEqual({
    strips: [strip('input', 3), strip('main', 1)],
    edges: ['mixer:main-1-left~-virtual-32x16:out-8', 'virtual-32x16:in-8~-mixer:input-3'],
  });
  expect((await desk.get('/patch')).body.outputs[0].portId).toBe('driving:out-1');
});

test('the way round may be closed at any place: source, spare, assignment, send, through a mix', async () => {
  await desk.patch('/patch/cables', { cables: [cable] });
  await desk.patch('/patch', { outputs: [{ ...output(1, 'left', 'out-8'), strip: strip('matrix', 1) }] });
  const free = await desk.patch('/channel/input/3', { sourceId: 'virtual-32x16:in-8', mainAssigned: false });
  expect(free.status).toBe(200);
  expect((await desk.patch('/channel/input/3/sends/mix/2', { levelDb: -10 })).status).toBe(200);
  const closing = await desk.patch('/channel/mix/2/sends/matrix/1', { levelDb: -10 });
  expect([closing.status, closing.body.detail]).toMatchObject([
    409,
    expect.stringContaining('input/3 -> mix/2 -> matrix/1'),
  ]);
  expect((await desk.patch('/channel/input/3', { sourceId: '' })).status).toBe(200);
  expect((await desk.patch('/channel/mix/2/sends/matrix/1', { levelDb: -10 })).status).toBe(200);
  expect((await desk.patch('/channel/input/3', { spareSourceId: 'virtual-32x16:in-8' })).status).toBe(409);
});

test('the driving device by its short name is the same port', async () => {
  await desk.patch('/patch/cables', { cables: [{ ...cable, output: 'virtual-32x16:out-2' }] });
  expect((await desk.patch('/channel/input/1', { sourceId: 'virtual-32x16:in-8' })).status).toBe(409);
  expect((await desk.patch('/channel/aux/1', { sourceId: 'virtual-32x16:in-7' })).status, 'its right leg').toBe(409);
  expect((await desk.patch('/channel/input/1', { sourceId: 'virtual-32x16:in-7' })).status).toBe(200);
});

test('a talkback closes one as a source does, on or off, and so does what its destinations are played at', async () => {
  await desk.patch('/patch/cables', { cables: [cable] });
  await desk.patch('/patch', { outputs: [{ ...output(1, 'left', 'out-8'), strip: strip('mix', 2) }] });
  const into = (...destinations: object[]) => desk.patch('/talkback/1', { destinations });
  expect((await desk.patch('/talkback/1', { sourceId: 'virtual-32x16:in-8' })).status).toBe(200);
  expect((await into(strip('mix', 1))).status).toBe(200);
  const closing = await into(strip('mix', 1), strip('mix', 2));
  expect([closing.status, closing.body.detail]).toMatchObject([
    409,
    expect.stringContaining('mix/2 -> virtual-32x16:out-8 -> virtual-32x16:in-8 -> mix/2'),
  ]);
  expect(closing.body.params.loops[0].edges).toEqual([
    'mixer:mix-2~-virtual-32x16:out-8',
    'virtual-32x16:in-8~-mixer:talkback-1',
  ]);
  expect((await desk.get('/talkback/1')).body.destinations).toEqual([strip('mix', 1)]);
  const patching = await desk.patch('/patch', {
    outputs: [{ ...output(1, 'left', 'out-8'), strip: strip('mix', 1) }],
  });
  expect(patching.status).toBe(409);
  expect((await desk.patch('/talkback/1', { sourceId: 'virtual-32x16:in-7' })).status).toBe(200);
  expect((await into(strip('mix', 2))).status).toBe(200);
});

test('the source of a talkback that is not there is missing, also while the talkback has no destinations', async () => {
  await desk.patch('/talkback/2', { sourceId: 'nobox:in-7', destinations: [] });
  expect((await desk.get('/patch')).body.missing).toEqual([
    { edge: 'nobox:in-7~-mixer:talkback-2', reason: 'no device of this name is known' },
  ]);
});

test('a virtual cable of an audio server comes back by its monitor, and by what others link to it', async () => {
  const port = (id: string, direction: 'source' | 'sink') => ({
    id,
    label: id,
    direction,
    channel: 1,
    latencyFrames: null,
  });
  const node = { label: 'Cable', device: 'server', kind: 'device' as const, present: true, driver: 'pipewire' };
  const ports = [port('cable:playback_FL', 'sink'), port('cable:monitor_FL', 'source')];
  desk.audio.graph.become({ others: [{ ...node, id: 'cable', ports }] });
  await desk.patch('/patch', { outputs: [{ ...output(1, 'left', ''), portId: 'cable:playback_FL' }] });
  const closing = await desk.patch('/channel/input/1', { sourceId: 'cable:monitor_FL' });
  expect([closing.status, closing.body.detail]).toMatchObject([409, expect.stringContaining('cable:monitor_FL')]);
});

test('what was a loop before can be undone, and hinders nothing else', async () => {
  await desk.patch('/patch', { inputs: [input(3, 'in-8')], outputs: [output(1, 'left', 'out-8')] });
  const ports = [
    { id: 'virtual-32x16:out-8', label: '', direction: 'sink' as const, channel: 8, latencyFrames: 0 },
    { id: 'virtual-32x16:monitor', label: '', direction: 'source' as const, channel: 8, latencyFrames: 0 },
  ];
  const node = { id: 'x', label: '', device: '', kind: 'device' as const, ports, present: true, driver: '' };
  desk.audio.graph.become({ others: [node] });
  expect((await desk.patch('/channel/input/1', { levelDb: -10 })).status).toBe(200);
  expect((await desk.patch('/patch', { outputs: [] })).status).toBe(200);
});

test('the cue closes one by what it is patched to: with its idle source, whatever is soloed meanwhile', async () => {
  await desk.patch('/patch/cables', { cables: [cable] });
  await desk.patch('/patch', { inputs: [input(3, 'in-8')] });
  const closing = await desk.patch('/cue', { outputs: ['virtual-32x16:out-7', 'virtual-32x16:out-8'] });
  expect([closing.status, closing.body.detail]).toMatchObject([
    409,
    expect.stringContaining('input/3 -> main/1 -> cue/1 -> virtual-32x16:out-8 -> virtual-32x16:in-8 -> input/3'),
  ]);
  expect(closing.body.params.loops[0].edges).toEqual([
    'mixer:cue-1-right~-virtual-32x16:out-8',
    'virtual-32x16:in-8~-mixer:input-3',
  ]);
  expect((await desk.get('/cue')).body.outputs).toEqual([]);
  await desk.patch('/channel/input/1', { soloed: true });
  expect((await desk.patch('/cue', { outputs: ['virtual-32x16:out-8'] })).status).toBe(409);
  expect((await desk.patch('/cue', { idleSource: null, outputs: ['virtual-32x16:out-8'] })).status).toBe(200);
  expect((await desk.patch('/cue', { idleSource: strip('input', 3) })).status).toBe(409);
  expect((await desk.patch('/cue', { idleSource: strip('input', 4) })).status).toBe(200);
  const pair = await desk.patch('/channel/input/3', { stereoLink: true });
  expect([pair.status, pair.body.params?.reason], 'of a linked pair both are heard').toEqual([409, 'loop']);
});

test('a solo closes one through the cue, of a strip and of a DCA that it is in', async () => {
  await desk.patch('/patch/cables', { cables: [cable] });
  await desk.patch('/cue', { idleSource: null, outputs: ['driving:out-8'] });
  await desk.patch('/channel/input/3', { sourceId: 'virtual-32x16:in-8', dcas: [2] });
  const solo = (path: string) => desk.patch(path, { soloed: true });
  const closing = await solo('/channel/input/3');
  expect([closing.status, closing.body.detail]).toMatchObject([
    409,
    expect.stringContaining('input/3 -> cue/1 -> virtual-32x16:out-8'),
  ]);
  expect((await solo('/channel/dca/2')).status).toBe(409);
  expect((await solo('/channel/dca/1')).status).toBe(200);
  expect((await solo('/channel/input/4')).status).toBe(200);
  expect((await desk.patch('/channel/input/3', { dcas: [1] })).status).toBe(409);
});

test('a mix-minus does not give its owner back, nor the other strip of the owner’s linked pair', async () => {
  await desk.patch('/patch/cables', { cables: [cable] });
  await desk.patch('/patch', { outputs: [{ ...output(1, 'left', 'out-8'), strip: strip('mixMinus', 1) }] });
  const base = await desk.patch('/channel/mixMinus/1', { owner: strip('input', 3), base: strip('main', 1) });
  expect(base.status).toBe(200);
  expect((await desk.patch('/channel/input/4', { sourceId: 'virtual-32x16:in-8' })).status).toBe(409);
  expect((await desk.patch('/channel/input/3', { stereoLink: true })).status).toBe(200);
  expect((await desk.patch('/channel/input/4', { sourceId: 'virtual-32x16:in-8' })).status).toBe(200);
});
