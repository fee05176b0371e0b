// The driver `mixer`: what core loads. DeskMixer does the work.
import type { MixerDriver } from 'rowdesk/driver';
import { measureCapture } from './job-measure.ts';
import { DeskMixer } from './mixer.ts';

const driver: MixerDriver = {
  kind: 'mixer',
  jobs: { measure: measureCapture },
  open: (layout, context) => {
    const { instructionSet } = (context.config ?? {}) as { readonly instructionSet?: string };
    return new DeskMixer(layout, context, { instructionSet });
  },
};

export default driver;
