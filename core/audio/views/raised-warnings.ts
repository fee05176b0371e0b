// Raises the warnings about the sound on the board of the desk, and clears them as their causes end.

import { grantedOf } from '../../base/time.ts';
import { type Box, StandingWarnings, type Time, type Warnings } from '../../services.ts';
import { type AudioSnapshot, audioProcess } from '../processes/audio-snapshot.ts';
import { type MemoryUse, scarceMemories } from '../processes/process-memory.ts';
import { stateOf } from './audio-view.ts';
import { warningsOf } from './audio-warnings.ts';
import { SilenceWatch } from './silence-watch.ts';
import { StripFaults } from './strip-faults.ts';

export class RaisedWarnings {
  readonly #board: Pick<Warnings, 'raise' | 'clear'>;
  readonly #time: Pick<Time, 'monotonicMs' | 'granted'>;
  readonly #silence = new SilenceWatch();
  readonly #stripFaults = new StripFaults();
  readonly #standing: StandingWarnings;
  #memory: ReadonlyMap<string, MemoryUse> = new Map();

  constructor(
    board: Pick<Warnings, 'raise' | 'clear' | 'onAcknowledged'>,
    time: Pick<Time, 'monotonicMs' | 'granted'>,
  ) {
    this.#board = board;
    this.#standing = new StandingWarnings(board);
    this.#time = time;
    board.onAcknowledged((id) => this.#stripFaults.acknowledge(id));
  }

  /** After a change. */
  look(snapshot: AudioSnapshot, boxes: readonly Box[]): void {
    const { hello, status } = audioProcess(snapshot) ?? {};
    const nowMs = this.#time.monotonicMs();
    this.#stripFaults.take(hello?.epoch ?? '', status?.mixer.faults ?? []);
    const reported = [...warningsOf(snapshot, nowMs, boxes, this.#memory), ...this.#stripFaults.warnings];
    this.#standing.become([
      ...reported,
      ...this.#silence.look(stateOf(snapshot), reported, grantedOf(this.#time).monotonicMs()),
    ]);
  }

  /** At every heartbeat: a warning about a crash ends after some minutes, an acknowledged one about a strip now. */
  beat(snapshot: AudioSnapshot, boxes: readonly Box[]): void {
    this.#memory = scarceMemories(snapshot.processes);
    for (const id of this.#stripFaults.forgetAcknowledged()) this.#board.clear(id);
    this.look(snapshot, boxes);
  }
}
