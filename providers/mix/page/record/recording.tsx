// What is recorded and how, and the take under way.
import { useSignal } from '@preact/signals';
import type { FieldContract } from 'rowdesk/client';
import { ControlFor } from '../control/control-for.tsx';
import { isArming } from '../desk/armed.ts';
import { contractOf } from '../desk/contracts.ts';
import { fieldOf, useRows } from '../desk/rows.ts';
import { showFaders } from '../frame/bank.ts';
import { recorderState, recorderWarnings } from '../frame/recorder.ts';
import { clockWords } from '../scale/clock-words.ts';
import { Facts } from '../show/facts.tsx';
import { TaskButton } from '../show/task-button.tsx';
import '../text/record.ts';
import { t } from '../text/text.ts';
import './record.css';
import { sizeWords } from './size-words.ts';
import { StripChoice } from './strip-choice.tsx';

const path = '/record';

export function Recording() {
  useRows([path, '/channel/*/*']);
  const state = recorderState();
  return (
    <div class="record-split">
      <section class="show-panel" aria-label={t('record.take')}>
        <header class="show-head">
          <h2>{t('record.take')}</h2>
        </header>
        {state === 'recording' ? <UnderWay /> : <Begin isReady={state === 'ready'} />}
        {recorderWarnings().map((words) => (
          <p class="problem" data-state="missing" role="status" key={words} dir="auto">
            ▲ {words}
          </p>
        ))}
        <DiskFacts />
      </section>
      <section class="show-panel" aria-label={t('record.how')}>
        <header class="show-head">
          <h2>{t('record.how')}</h2>
        </header>
        <div class="record-how">
          {plainFields().map(([name, contract]) => (
            <ControlFor key={name} path={path} name={name} contract={contract} />
          ))}
        </div>
      </section>
      <section class="show-panel record-strips" aria-label={t('record.tracks')}>
        <header class="show-head">
          <h2 class="grow">{t('record.tracks')}</h2>
          <button
            type="button"
            onClick={() => {
              isArming.value = true;
              showFaders();
            }}
          >
            {t('record.onFaders')}
          </button>
        </header>
        {state === 'recording' && <p class="quiet">{t('record.stays')}</p>}
        <StripChoice path={path} name="armed" isNumbered />
        <h2>{t('record.programme')}</h2>
        <p class="quiet">{t('record.programme.about')}</p>
        <StripChoice path={path} name="programme" />
      </section>
    </div>
  );
}

/** What is set by a control: not the lists of strips. */
function plainFields(): readonly (readonly [name: string, contract: FieldContract])[] {
  const fields = Object.entries(contractOf(path).value?.fields ?? {});
  return fields.filter(([, { access, type }]) => access === 'rw' && type !== 'array');
}

function Begin({ isReady }: { readonly isReady: boolean }) {
  const name = useSignal('');
  return (
    <div class="keys">
      <input
        dir="auto"
        maxLength={128}
        aria-label={t('record.name')}
        placeholder={t('record.name')}
        value={name}
        onInput={({ currentTarget }) => {
          name.value = currentTarget.value;
        }}
      />
      <TaskButton
        path="/record/start"
        extra={{ name: name.value.trim() }}
        disabled={!isReady}
        done={() => {
          name.value = '';
        }}
      >
        ● {t('record.start')}
      </TaskButton>
    </div>
  );
}

function UnderWay() {
  const label = useSignal('');
  return (
    <>
      <p class="record-now">
        <b dir="auto">{fieldOf<string>(path, 'takeName')}</b> <span>{clockWords(number('elapsedS'))}</span>
      </p>
      <div class="keys">
        <TaskButton path="/record/stop" held>
          ■ {t('record.stop')}
        </TaskButton>
        <TaskButton path="/record/split">{t('record.split')}</TaskButton>
      </div>
      <div class="keys">
        <input
          dir="auto"
          maxLength={128}
          aria-label={t('record.label')}
          placeholder={t('record.label')}
          value={label}
          onInput={({ currentTarget }) => {
            label.value = currentTarget.value;
          }}
        />
        <TaskButton
          path="/record/mark"
          extra={{ label: label.value.trim() }}
          done={() => {
            label.value = '';
          }}
        >
          ⚑ {t('record.mark')}
        </TaskButton>
      </div>
    </>
  );
}

const number = (name: string): number => fieldOf<number>(path, name).value ?? 0;

function DiskFacts() {
  return (
    <Facts
      facts={[
        ['record.remaining', clockWords(number('remainingS'))],
        ['record.freeSpace', sizeWords(number('freeSpaceMb'))],
        ['record.memory', sizeWords(number('neededMemoryMb'))],
        ['record.buffer', `${Math.round(number('bufferFillPercent'))} %`],
        ['record.dropouts', String(number('dropouts'))],
      ]}
    />
  );
}
