// The audio host as the composition root uses it: the link to the driver processes, or a double in tests.

import type { Targets } from '../reconcile/target.ts';
import type { About, Audio, Drivers, Graph, Jobs, Log, Time, Warnings } from '../services.ts';
import type { AudioConfig } from './processes/audio-config.ts';

export interface AudioPart {
  readonly audio: Audio;
  readonly drivers: Drivers;
  readonly graph: Graph;
  readonly jobs: Jobs;
  readonly targets: Targets;
  /** Attaches to the driver processes, or starts them. `storeId` is part of `hello`: one state, one mixer. Never throws. */
  start(storeId: string): void;
  /** At the begin of every heartbeat, whether targets answer or not: asks driver processes for an answer. */
  probe(): void;
  /** At every heartbeat of the desk, once targets have answered: checks devices and memory, which report no change. */
  beat(): void;
  /** Ends the driver processes in order: outputs fade out, then devices are released. */
  stop(): Promise<void>;
  /** Closes the link only: the sound plays on, and the next control process attaches to it. */
  leave(): Promise<void>;
}

export interface AudioPartNeeds {
  readonly config: AudioConfig;
  readonly about: About;
  readonly time: Time;
  readonly log: Log;
  readonly warnings: Warnings;
}

/**
 * Devices of the configuration are listed at once, others when drivers report them. Throws StartError when a required
 * driver is unusable.
 */
export type CreateAudio = (needs: AudioPartNeeds) => AudioPart;
