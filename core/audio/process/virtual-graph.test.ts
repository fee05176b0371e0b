import { expect, test } from 'vitest';
import type { ConnectedPorts, Mixer } from '../../driver.ts';
import { FakeTime } from '../../testing/fake-time.ts';
import { type GraphParts, VirtualGraph } from './virtual-graph.ts';

const box = {
  ...{ id: 'box', label: 'Box', model: 'm', transport: 'virtual', clockId: 'c', supportedRates: [48000] },
  ports: ['in-1', 'in-2'].map((id, n) => ({
    id,
    label: id,
    direction: 'input' as const,
    channel: n + 1,
    connector: 'xlr',
  })),
  ...{ inputLatencyFrames: 3, outputLatencyFrames: 5 },
};

/** A mixer of one strip, as a graph reads it. */
function stage() {
  const state = { source: 'box:in-1', looks: 0, rate: 48000 };
  const mixer = {
    nodes: () => [{ id: 'mixer', label: 'Mixer', kind: 'mixer', ports: [] }],
    links({ inputs }: ConnectedPorts) {
      state.looks += 1;
      return inputs.includes(state.source) ? [{ from: state.source, to: 'mixer:input-1' }] : [];
    },
  } as unknown as Mixer;
  const time = new FakeTime();
  const parts: GraphParts = {
    mixer,
    devices: [box],
    driving: 'box',
    ports: { inputs: ['box:in-1', 'box:in-2'], outputs: [] },
    figures: { rate: 48000, quantum: 64 },
    forcedRate: null,
  };
  return {
    state,
    time,
    parts,
    graph: new VirtualGraph(() => ({ ...parts, figures: { rate: state.rate, quantum: 64 } }), time),
  };
}

test('a link is as old as it has been there without a pause', () => {
  const { state, time, graph } = stage();
  const since = () => graph.read().links.map(({ sinceMs }) => sinceMs);
  const first = time.now();
  expect(since()).toEqual([first]);
  time.advance(500);
  expect(since()).toEqual([first]);
  state.source = '';
  expect(since()).toEqual([]);
  state.source = 'box:in-1';
  expect(since()).toEqual([first + 500]);
});

test('the rate is that of the driving device; without one there is no rate, and no link', () => {
  const { state, parts, time, graph } = stage();
  state.rate = 96000;
  expect(graph.read()).toMatchObject({ driving: 'box', rate: 96000, quantum: 64, reason: '' });
  const idle = new VirtualGraph(() => ({ ...parts, driving: '', ports: undefined, figures: undefined }), time);
  expect(idle.read()).toMatchObject({ driving: '', rate: 0, quantum: 0, links: [] });
  expect(idle.read().nodes.map(({ id }) => id)).toEqual(['mixer', 'box']);
});

test('a value that does not fit is refused with its reason, and the mixer is not read while no link is desired', () => {
  const { state, graph } = stage();
  expect(graph.observe().values).toEqual([]);
  const refusals = (path: string, field: string, value: unknown) =>
    graph.apply(1, [{ path, field, value }]).map(({ reason }) => reason);
  expect(refusals('/patchbay/exclusive', 'wanted', 'some')).toEqual(['must be one of none, outputs, all']);
  expect(refusals('/patch', 'links', 'x')).toEqual(['links must be a list of { from, to }']);
  expect(refusals('/patch', 'other', 1)).toEqual(['the graph has no such field']);
  expect(refusals('/patchbay/exclusive', 'wanted', 'all')).toEqual([]);
  expect(refusals('/patch', 'links', [])).toEqual([]);
  expect(graph.observe().values).toEqual([
    { path: '/patchbay/exclusive', field: 'wanted', value: 'all', state: 'applied' },
    { path: '/patch', field: 'links', value: [], state: 'applied' },
  ]);
  expect(state.looks).toBe(0);
  expect(refusals('/patch', 'links', [{ from: 'box:in-1', to: 'mixer:input-1' }])).toEqual([]);
  expect(refusals('/patch', 'links', [null])).toEqual(['without an audio server nothing links undefined to undefined']);
  expect(refusals('/patch', 'links', [{ from: 'box:in-1', to: 'mixer:input-1' }])).toEqual([]);
  state.source = '';
  expect(graph.observe().values.find(({ field }) => field === 'links')).toMatchObject({ state: 'refused', value: [] });
  expect(() => graph.call('disconnect')).toThrow('nobody but the mixer links anything');
});
