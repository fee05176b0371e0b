// The recorder, as `/record` tells of it.
import { fieldOf, rowOf } from '../desk/rows.ts';
import { clockWords } from '../scale/clock-words.ts';
import { t } from '../text/text.ts';

const path = '/record';
const number = (name: string): number => fieldOf<number>(path, name).value ?? 0;

/** A disk that takes less is a warning. */
const shortS = 600;
/** Of the memory for what waits for the disk; more is a warning. */
const fullPercent = 50;

export type RecorderState = 'absent' | 'off' | 'ready' | 'recording';

/** Undefined on a desk that doesn't record. */
export function recorderState(): RecorderState | undefined {
  const { life } = rowOf(path).value;
  if (life === 'gone' || life === 'unknown') return undefined;
  return fieldOf<RecorderState>(path, 'state').value ?? 'absent';
}

export const elapsedWords = (): string => clockWords(number('elapsedS'));
export const leftWords = (): string => t('frame.record.left', { time: clockWords(number('remainingS')) });

/** What endangers the take, or the next one: the worst first. */
export function recorderWarnings(): readonly string[] {
  const state = recorderState();
  const isRecording = state === 'recording';
  const [remainingS, count, fill] = [number('remainingS'), number('dropouts'), number('bufferFillPercent')];
  const percent = Math.round(fill);
  return [
    fieldOf<string>(path, 'fault').value ?? '',
    isRecording && count > 0 ? t(count === 1 ? 'frame.record.dropout' : 'frame.record.dropouts', { count }) : '',
    isRecording && fill > fullPercent ? t('frame.record.buffer', { percent }) : '',
    (isRecording || state === 'ready') && remainingS < shortS ? leftWords() : '',
  ].filter((words) => words !== '');
}
