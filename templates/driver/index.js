// A stagebox of two inputs and two outputs. Input 1 hears a tone; what reaches the outputs is measured. Where a real
// device differs: src/box.cc waits for the hardware instead of a timer, and fills in[] and takes out[] from it.
import { createRequire } from 'node:module';

/** @returns {import('rowdesk/driver').DeviceDescription} */
function describe({ id, label, model, transport }) {
  const port = (direction, channel) => {
    const name = direction === 'input' ? 'in' : 'out';
    return { id: `${name}-${channel}`, label: `${name} ${channel}`, direction, channel, connector: 'xlr' };
  };
  const ports = [port('input', 1), port('input', 2), port('output', 1), port('output', 2)];
  const latency = { inputLatencyFrames: 0, outputLatencyFrames: 0 };
  return { id, label, model, transport, ports, ...latency, clockId: id, supportedRates: [44100, 48000, 96000] };
}

function loadNative() {
  try {
    return createRequire(import.meta.url)('./build/Release/box.node');
  } catch (error) {
    throw new Error(`its native part can't be loaded: ${error.message}\n  to build it: npm run build`);
  }
}

/** @type {import('rowdesk/driver').AudioDriver} */
export default {
  kind: 'stagebox',
  open(model, context) {
    const { frequencyHz = 440, levelDbfs = -20 } = context.config ?? {};
    const box = new (loadNative().Box)();
    const desired = new Map();
    let revision = 0;
    let settings = { rate: 0, blockFrames: 0 };
    return {
      description: describe(model),
      target: `stagebox:${model.id}`,
      // This box has no memory: a written value can't be read back, and is reported as unverified.
      apply(newest, values) {
        revision = newest;
        for (const value of values) desired.set(`${value.path} ${value.field}`, { ...value, state: 'unverified' });
        return [];
      },
      observe: () => ({ revision, values: [...desired.values()] }),
      start(processor, { rate, blockFrames }) {
        settings = { rate, blockFrames };
        box.start(processor, rate, blockFrames, frequencyHz, 10 ** (levelDbfs / 20));
      },
      stop: () => box.stop(),
      figures: () => ({ rate: settings.rate, quantum: settings.blockFrames, ...box.figures() }),
      close: () => box.stop(),
    };
  },
};
