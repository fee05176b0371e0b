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
          label={[t('frame.record.stop', { time: elapsedWords() }), ...recorderWarnings()].join(', ')}
          onHeld={() => void task('/record/stop').run()}
        >
          <Words sign="■" first={elapsedWords()} second={note || leftWords()} />
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
      aria-label={[t(`frame.record.${state}.label`), ...recorderWarnings()].join(', ')}
      onClick={() => (isReady ? void task('/record/start').run() : show('show', 'record'))}
    >
      <Words
        sign={isReady ? '●' : '○'}
        first={t('frame.record')}
        second={note || (isReady ? leftWords() : t(`frame.record.${state}`))}
      />
    </button>
  );
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

function Words({ sign, first, second }: { readonly sign: string; readonly first: string; readonly second: string }) {
  return (
    <span class="record-words">
      <b>
        <span aria-hidden="true">{sign}</span> {first}
      </b>
      <small dir="auto">{second}</small>
    </span>
  );
}
