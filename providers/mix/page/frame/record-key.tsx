// The key of the recorder: a press starts a take, holding it ends the take; beside it the key of markers. It leads to
// the settings of recording where nothing can be recorded.
import { HoldButton } from '../control/hold-button.tsx';
import { isLive } from '../desk/rows.ts';
import { task } from '../desk/tasks.ts';
import { show } from '../desk/view.ts';
import { t } from '../text/text.ts';
import './record-key.css';
import { elapsedWords, leftWords, recorderState, recorderWarnings } from './recorder.ts';
import { arrangement } from './size.ts';

export function RecordKey() {
  const state = recorderState();
  if (state === undefined) return null;
  const isOff = !isLive('/record');
  const [warning] = recorderWarnings();
  const note = warning === undefined ? '' : `▲ ${warning}`;
  if (state === 'recording')
    return (
      <>
        <HoldButton
          class={`record-key is-recording ${note === '' ? '' : 'warns'}`}
          disabled={isOff}
          onHeld={() => void task('/record/stop').run()}
        >
          <Words sign="■" first={elapsedWords()} second={note || leftWords()} act={t('frame.record.stop')} />
        </HoldButton>
        {arrangement.value.kind !== 'phone' && <MarkKey />}
      </>
    );
  const isReady = state === 'ready';
  return (
    <button
      type="button"
      class={`record-key ${note === '' ? '' : 'warns'}`}
      disabled={isOff}
      aria-busy={task('/record/start').isRunning}
      onClick={startTake}
    >
      <Words
        sign={isReady ? '●' : '○'}
        first={t('frame.record')}
        second={note || (isReady ? leftWords() : t(`frame.record.${state}`))}
        act={t(`frame.record.${state}.label`)}
      />
    </button>
  );
}

/** Nothing while a take runs; where nothing can be recorded it leads to the settings. */
export function startTake(): void {
  const state = recorderState();
  if (state === 'ready') void task('/record/start').run();
  else if (state !== undefined && state !== 'recording') show('show', 'record');
}

/** Sets a marker while a take is recorded. */
export function MarkKey() {
  if (recorderState() !== 'recording') return null;
  return (
    <button
      type="button"
      class="record-mark"
      disabled={!isLive('/record')}
      onClick={() => void task('/record/mark').run()}
    >
      <span aria-hidden="true">⚑</span> {t('frame.record.mark')}
    </button>
  );
}

interface WordsProps {
  readonly sign: string;
  readonly first: string;
  readonly second: string;
  /** What a press does, for readers of screens. */
  readonly act: string;
}

function Words({ sign, first, second, act }: WordsProps) {
  return (
    <span class="record-words">
      <b>
        <span aria-hidden="true">{sign}</span> {first}
      </b>{' '}
      <small dir="auto">{second}</small> <span class="unseen">{[act, ...recorderWarnings()].join(', ')}</span>
    </span>
  );
}
