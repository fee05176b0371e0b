// The native player: a thread that reads the files of a take, and fills the ring to the mixer.
import type { TakePlan } from './take-plan.ts';

export type Transport = 'stop' | 'pause' | 'play';

export interface PlayerState {
  /** As it was asked for, until the take ends or the mixer's ring is taken away. */
  readonly transport: Transport;
  /** The frame that the mixer plays next, from the first of the take; on the way of a seek the frame that it leads to. */
  readonly position: number;
  readonly isSounding: boolean;
  /** The mixer has a ring of the take's rate. */
  readonly hasRing: boolean;
  /** 0 without a ring. */
  readonly ringRateHz: number;
  /** How often the mixer had nothing to play while it should, since the start of this process. */
  readonly underruns: number;
  /** Why tracks are silent, in words; '' for none. */
  readonly fault: string;
}

/** No function waits. Positions are frames. */
export interface NativePlayer {
  /** Replaces the take, stopped at its first frame; null for none. */
  load(plan: TakePlan | null): void;
  transport(transport: Transport): void;
  seek(position: number): void;
  /** From a frame to another one; 0, 0 for no loop. */
  loop(from: number, to: number): void;
  state(): PlayerState;
  /** Fades out, and stops the threads. */
  close(): void;
}
