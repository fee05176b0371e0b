// Drivers as a vendor writes them in plain JavaScript, without a native part.
import type { Package } from './packages.ts';

export interface AcmeDriver {
  readonly name: string;
  /** The model of transport `acme` that it opens. */
  readonly model: string;
  /** It is loaded beside the mixer, not into a process of its own. */
  readonly isAudio?: boolean;
  /** JavaScript, a function that makes what a device does: `(model) => ({ apply, observe })`, and `close` if it has to. */
  readonly device: string;
}

export const acmeDriver = ({ name, model, isAudio = false, device }: AcmeDriver): Package => ({
  name,
  rowdesk: {
    driver: {
      api: 1,
      kind: 'stagebox',
      audio: isAudio,
      matches: [{ transport: 'acme', model }],
      module: './index.js',
    },
  },
  files: {
    'index.js': `const makeDevice = ${device};
export default {
  kind: 'stagebox',
  open: (model) => ({
    target: 'stagebox:' + model.id,
    description: {
      id: model.id, label: model.label, model: model.model, transport: model.transport,
      ports: [], inputLatencyFrames: 0, outputLatencyFrames: 0, clockId: '', supportedRates: [],
    },
    close() {},
    ...makeDevice(model),
  }),
};
`,
  },
});
