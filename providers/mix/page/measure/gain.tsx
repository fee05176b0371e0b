// Gains from what is played: strips are chosen, listened to, and what the desk proposes stands there before it is set.
import { useSignal } from '@preact/signals';
import type { Progress } from 'rowdesk/client';
import { HoldButton } from '../control/hold-button.tsx';
import { numberWords } from '../control/number-words.ts';
import { contractOf } from '../desk/contracts.ts';
import { fieldOf, isLive, useRows } from '../desk/rows.ts';
import { allowedStrips, refOf } from '../desk/strip-list.ts';
import { kindAndIndex, stripName, stripNumber, stripPath } from '../desk/strip-name.ts';
import { task, writeFields } from '../desk/tasks.ts';
import { view } from '../desk/view.ts';
import '../text/measure.ts';
import { t, textOr } from '../text/text.ts';
import { GainTable, type Heard } from './gain-table.tsx';
import './measure.css';

const path = '/measurement/gain';
const numbers = ['seconds', 'targetDb', 'clipMarginDb'] as const;

export function Gain() {
  useRows([path, '/channel/*/*']);
  const fields = contractOf(path).value?.fields ?? {};
  const [, , kind, index] = view.value;
  const isNamed = kind !== undefined && index !== undefined;
  const chosen = useSignal<readonly string[]>(isNamed ? [stripPath(kind, index)] : []);
  const values = useSignal<Readonly<Record<string, number>>>({});
  const { run, refusal, report, isRunning: isOwn } = task(path);
  const isRunning = isOwn.value || fieldOf(path, 'running').value === true;
  const allowed = allowedStrips(fields.strips);
  const toggle = (strip: string) => {
    const { value } = chosen;
    chosen.value = value.includes(strip) ? value.filter((each) => each !== strip) : [...value, strip];
  };
  const listen = (apply: boolean) => void run({ ...values.value, strips: chosen.value.map(refOf), apply });
  const mayListen = isLive(path) && !isRunning && chosen.value.length > 0;
  const heard = heardOf(report.value);
  return (
    <div class="measure">
      <section class="show-panel measure-side" aria-label={t('measure.gain')}>
        <h2>{t('measure.gain')}</h2>
        <p class="quiet">{t('measure.gain.help')}</p>
        {numbers.map((name) => {
          const of = fields[name];
          return of === undefined ? null : (
            <label key={name} class="form-row">
              <span>{t(`measure.gain.ask.${name}`)}</span>
              <input
                type="number"
                min={of.minimum as number}
                max={of.maximum as number}
                step={of.type === 'integer' ? 1 : 'any'}
                value={values.value[name] ?? (of.default as number)}
                onChange={({ currentTarget }) => {
                  const { valueAsNumber } = currentTarget;
                  if (Number.isFinite(valueAsNumber)) values.value = { ...values.value, [name]: valueAsNumber };
                }}
              />
            </label>
          );
        })}
        <fieldset class="measure-strips">
          <legend>{t('measure.gain.strips')}</legend>
          {allowed.map((strip) => (
            <button
              key={strip}
              type="button"
              aria-pressed={chosen.value.includes(strip)}
              data-kind={kindAndIndex(strip)[0]}
              onClick={() => toggle(strip)}
            >
              <small>{stripNumber(strip)}</small> <span dir="auto">{stripName(strip)}</span>
            </button>
          ))}
        </fieldset>
      </section>
      <section class="show-panel measure-compared" aria-label={t('measure.gain.proposals')}>
        <div class="keys">
          <button type="button" class="measure-run" disabled={!mayListen} onClick={() => listen(false)}>
            {t('measure.gain.listen', { count: chosen.value.length })}
          </button>
          <HoldButton disabled={!mayListen} onHeld={() => listen(true)}>
            {t('measure.gain.apply')} <small>{t('show.hold')}</small>
          </HoldButton>
          {isRunning && (
            <button type="button" onClick={() => void writeFields(path, { running: false }, 'running')}>
              {t('measure.cancel')}
            </button>
          )}
        </div>
        {isRunning && <Listening />}
        <div role="status">
          {refusal.value !== '' && (
            <p class="refusal" dir="auto">
              {refusal}
            </p>
          )}
          {report.value?.outcome === 'applied' && <p>{t('measure.gain.applied')}</p>}
        </div>
        {heard.length === 0 ? <p class="quiet">{t('measure.gain.none')}</p> : <GainTable heard={heard} />}
      </section>
    </div>
  );
}

function Listening() {
  const { done = 0, total = 0, phase = '' } = fieldOf<Partial<Progress> | null>(path, 'progress').value ?? {};
  return (
    <div class="measure-progress">
      <progress aria-label={t('measure.gain.listening')} {...(total > 0 ? { value: done, max: total } : {})} />
      <span dir="auto">
        {textOr(`measure.phase.${phase}`, phase)} {total > 0 && numberWords(Math.round((100 * done) / total), '%')}
      </span>
    </div>
  );
}

/** Of the report of the task. */
function heardOf(report: Readonly<Record<string, unknown>> | undefined): readonly Heard[] {
  const { strips } = (report ?? {}) as { readonly strips?: readonly Heard[] };
  return Array.isArray(strips) ? strips : [];
}
