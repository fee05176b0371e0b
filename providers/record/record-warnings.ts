// What the operator should know of the recording: a warning for as long as it is so.
import type { Fields, Time, Warning, Warnings } from 'rowdesk/provider';
import { recordPath } from './contract.ts';

/** From this on the end of the disk is told. */
const lowS = 600;
const veryLowS = 120;
/** A disk that stalls fills the buffer; it has to be well again before the warning goes. */
const slowPercent = 50;
const wellPercent = 20;
/** A desk that has just started waits for its recorder. */
const absentMs = 10_000;

type Told = Pick<Warning, 'title' | 'detail' | 'severity'> & { readonly params: Fields };
const codes = ['record-absent', 'record-fault', 'record-disk-full', 'record-disk-slow', 'record-dropouts'] as const;
type Code = (typeof codes)[number];

export class RecordWarnings {
  readonly #warnings: Warnings;
  readonly #time: Time;
  #row: Fields = {};
  #isSlow = false;
  #isLongAbsent = false;
  #stopWaiting: (() => void) | undefined;

  constructor(warnings: Warnings, time: Time) {
    this.#warnings = warnings;
    this.#time = time;
  }

  /** The row /record as it is now. */
  follow(row: Fields): void {
    this.#row = row;
    this.#waitForRecorder(row.state === 'absent');
    const fill = row.bufferFillPercent as number;
    this.#isSlow = row.state === 'recording' && fill >= (this.#isSlow ? wellPercent : slowPercent);
    this.#tell();
  }

  stop(): void {
    this.#stopWaiting?.();
    for (const code of codes) this.#warnings.clear(code);
  }

  #waitForRecorder(isAbsent: boolean): void {
    if (!isAbsent) {
      this.#stopWaiting?.();
      this.#stopWaiting = undefined;
      this.#isLongAbsent = false;
    } else if (!this.#isLongAbsent) {
      this.#stopWaiting ??= this.#time.after(absentMs, () => {
        this.#stopWaiting = undefined;
        this.#isLongAbsent = true;
        this.#tell();
      });
    }
  }

  #tell(): void {
    const told = this.#told();
    for (const code of codes) {
      const warning = told[code];
      if (warning === undefined) this.#warnings.clear(code);
      else {
        const { params, ...words } = warning;
        this.#warnings.raise({ id: code, titleCode: { code, params }, path: recordPath, ...words });
      }
    }
  }

  #told(): { readonly [C in Code]?: Told } {
    const { state, armed, programme, fault, takeName, dropouts } = this.#row;
    const isArmed = [armed, programme].some((strips) => Array.isArray(strips) && strips.length > 0);
    const isRecording = state === 'recording';
    if (state === 'absent') {
      if (!isArmed || !this.#isLongAbsent) return {};
      const title = 'Strips are armed, and there is no recorder';
      return { 'record-absent': { title, detail: `${fault}`, severity: 'alarm', params: {} } };
    }
    return {
      'record-fault': fault === '' ? undefined : faultOf(`${fault}`),
      'record-disk-full': isArmed ? fullOf(this.#row, isRecording) : undefined,
      'record-disk-slow': this.#isSlow ? slowOf(this.#row) : undefined,
      'record-dropouts': isRecording && Number(dropouts) > 0 ? dropoutsOf(`${takeName}`, Number(dropouts)) : undefined,
    };
  }
}

const faultOf = (fault: string): Told => ({
  title: 'The recorder reports a fault',
  detail: fault,
  severity: 'alarm',
  params: { fault },
});

/** By the minute, so that the warning does not change all the time. */
function fullOf({ remainingS, bytesPerSecond, freeSpaceMb }: Fields, isRecording: boolean): Told | undefined {
  const leftS = Number(remainingS);
  if (Number(bytesPerSecond) === 0 || leftS > lowS) return undefined;
  const minutes = Math.ceil(leftS / 60);
  const fits = minutes <= 0 ? 'does not fit any more' : `fits for ${minutes === 1 ? 'a minute' : `${minutes} minutes`}`;
  const end = isRecording ? 'the take then ends in order' : 'no take can begin then';
  const freeMb = Math.round(Number(freeSpaceMb) / 100) * 100;
  return {
    title: 'The disk of the takes is nearly full',
    detail: `What is armed ${fits}, ${freeMb} MB are free; ${end}.`,
    severity: leftS <= veryLowS ? 'alarm' : 'warning',
    params: { minutes },
  };
}

function slowOf({ bufferFillPercent }: Fields): Told {
  const percent = Math.min(100, Math.round(Number(bufferFillPercent) / 10) * 10);
  return {
    title: 'The disk of the takes is slow',
    detail: `${percent} % of the memory for what waits for it is full; beyond that, moments of the take are silent.`,
    severity: 'warning',
    params: { percent },
  };
}

function dropoutsOf(name: string, count: number): Told {
  const moments = count === 1 ? '1 moment is' : `${count} moments are`;
  return {
    title: 'Sound is missing in the take',
    detail: `${moments} silent in all tracks of ${name}; /takes/{id} says where and why.`,
    severity: 'warning',
    params: { count },
  };
}
