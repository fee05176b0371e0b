// The audio side as the host sees it: the link to the driver processes, or a double in tests.

import type { Targets } from '../reconcile/target.ts';
import type { About, Audio, Drivers, Graph, Log, Time, Warnings } from '../services.ts';
import type { AudioConfig } from './processes/audio-config.ts';

export interface AudioPart {
  readonly audio: Audio;
  readonly drivers: Drivers;
  readonly graph: Graph;
  readonly targets: Targets;
  /** Attaches to the driver processes, or starts them. `storeId` is part of `hello`: one state, one mixer. Never throws. */
  start(storeId: string): void;
  /** At the begin of every heartbeat, whether targets answer or not: driver processes are asked for a sign of life. */
  probe(): void;
  /** At every heartbeat of the desk, once targets have answered: what comes and goes without a word is looked for. */
  beat(): void;
  /** Ends the driver processes in order: outputs fade out, then all is released. */
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
 * The devices that are known by configuration are there at once; everything else comes when it comes. Throws StartFault
 * when a driver that the configuration requires can't be used.
 */
export type CreateAudio = (needs: AudioPartNeeds) => AudioPart;
