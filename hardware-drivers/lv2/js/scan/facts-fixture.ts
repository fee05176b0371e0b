// Facts of plugins as lv2-scan says them, for tests.
import type { PluginFacts, PortFacts } from './facts.ts';

export const port = (given: Partial<PortFacts> & { symbol: string }): PortFacts => ({
  ...{ index: 0, label: given.symbol, isInput: true, types: ['ControlPort', 'InputPort'], isOptional: false },
  ...{ isSideChain: false, designation: '', properties: [], minimum: null, maximum: null, default: null, unit: null },
  ...{ points: [] },
  ...given,
});

export const audio = (symbol: string, isInput: boolean, given: Partial<PortFacts> = {}): PortFacts =>
  port({ symbol, isInput, types: ['AudioPort', isInput ? 'InputPort' : 'OutputPort'], ...given });

/** With ports of its own: one in, one out. */
export const plugin = (given: Partial<PluginFacts> = {}): PluginFacts => ({
  ...{ type: 'plugin', uri: 'urn:test:gain', name: 'Gain', vendor: 'Test', library: '/gain.so', requires: [] },
  ...{ classes: ['http://lv2plug.in/ns/lv2core#Plugin'], hasState: false, latencyPort: -1, properties: [] },
  ports: [audio('in', true), audio('out', false)],
  ...given,
});
