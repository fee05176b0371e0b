// The native part of joining without sound: what it was asked for, and figures that a test sets.
import type { ProcessorHandle } from '../../driver.ts';
import type { JoinNative } from './join-plan.ts';
import type { JoinedFigures, JoinSettings } from './native.ts';

export const joinedFigures: JoinedFigures = {
  ...{ state: 'running', ratio: 1, deviationPpm: 0, gaps: 0, blockUs: 10, blockMaxUs: 20 },
  ...{ inputFillFrames: 96, outputFillFrames: 80, inputLatencyFrames: 100, outputLatencyFrames: 90 },
};

export class JoiningDouble implements JoinNative {
  readonly mostResampledChannels = 64;
  /** Processor of the driving device. */
  readonly processor: ProcessorHandle = { of: 'joined devices' };
  /** The devices that have channels, in their order. */
  joined: JoinSettings[] = [];
  clears = 0;
  figures: JoinedFigures = joinedFigures;
  /** Why no device is resampled, '' for none. */
  missing = '';

  joinDevices(): ReturnType<JoinNative['joinDevices']> {
    return {
      processor: this.processor,
      join: (settings) => {
        if (settings.resamples && this.missing !== '') throw new Error(this.missing);
        this.joined.push(settings);
        const processor = { of: settings };
        return { processor, figures: () => this.figures };
      },
      clear: () => {
        this.joined = [];
        this.clears += 1;
      },
    };
  }
}
