// Alignment of the loudspeaker on an output: delay by hand and by distance, level, polarity, and what was measured.
import { ControlFor, Refusal } from '../control/control-for.tsx';
import { numberWords } from '../control/number-words.ts';
import { field } from '../desk/field.ts';
import { fieldOf, isThere, useRows } from '../desk/rows.ts';
import { isInSight } from '../desk/visibility.ts';
import { t } from '../text/text.ts';
import { rowsBelow } from './parts.ts';

const knobs = ['delayMs', 'distanceM', 'temperatureC', 'levelTrimDb'];

export function Speaker({ path }: { readonly path: string }) {
  const speaker = `${path}/speakerAlign`;
  useRows([speaker]);
  if (!isThere(speaker)) return null;
  return (
    <section class="detail-panel speaker" aria-label={t('detail.speaker')}>
      <header>
        <ControlFor path={speaker} name="enabled" label={t('detail.speaker')} />
      </header>
      <div class="knobs">
        {knobs.map((name) => (
          <ControlFor key={name} path={speaker} name={name} />
        ))}
      </div>
      <p class="note">{sumWords(speaker)}</p>
      <p role="status">{appliedWords(speaker)}</p>
      <ControlFor path={speaker} name="polarityInverted" />
      <ControlFor path={speaker} name="reference" label={t('detail.speaker.with')} />
      <Measured path={path} />
      <Refusal path={speaker} name="appliedDelayMs" />
    </section>
  );
}

const shown = (path: string, name: string): number => field<number>(path, name).shown.value ?? 0;

/** The distance as time, and the sum that the desk makes of it: sound travels 331.3 + 0.606 T metres a second. */
function sumWords(path: string): string {
  const [delayMs, distanceM, temperatureC] = knobs.map((name) => shown(path, name)) as [number, number, number];
  const travelMs = (1000 * distanceM) / (331.3 + 0.606 * temperatureC);
  return t('detail.speaker.sum', {
    ...{ delay: msWords(delayMs), metres: numberWords(distanceM), degrees: numberWords(temperatureC) },
    ...{ travel: msWords(travelMs), sum: msWords(delayMs + travelMs) },
  });
}

/** What the mixer has taken. */
function appliedWords(path: string): string {
  const appliedMs = fieldOf<number | null>(path, 'appliedDelayMs').value;
  return typeof appliedMs === 'number' ? t('detail.speaker.applied', { delay: msWords(appliedMs) }) : '';
}

/** How much later than its reference the output comes: measured on what plays, while this is in sight. */
function Measured({ path }: { readonly path: string }) {
  const measurement = `${path}/align/measurement`;
  const isThereToBe = rowsBelow(path, '/align/measurement').length > 0;
  useRows(isThereToBe && isInSight.value ? [`${path}/align`, measurement] : []);
  const of = <T,>(name: string) => fieldOf<T>(measurement, name).value;
  const reason = of<string>('reason') ?? '';
  if (!isThereToBe || !isThere(measurement)) return null;
  return (
    <>
      <h2>{t('detail.measured')}</h2>
      <ControlFor path={`${path}/align`} name="reference" />
      {reason !== '' || !((of<number>('at') ?? 0) > 0) ? (
        <p class="note" dir="auto">
          {reason || t('detail.measured.waiting')}
        </p>
      ) : (
        <dl class="measured">
          {(['offsetMs', 'offsetAfterDelayMs'] as const).map((name) => (
            <div key={name}>
              <dt>{t(`detail.measured.${name}`)}</dt>
              <dd>{msWords(of<number | null>(name) ?? undefined)}</dd>
            </div>
          ))}
          <div>
            <dt>{t('detail.measured.confidence')}</dt>
            <dd>{Math.round(of<number>('confidencePercent') ?? 0)} %</dd>
          </div>
        </dl>
      )}
    </>
  );
}

/** `–` where it is not measured. */
const msWords = (ms: number | undefined): string => (ms === undefined ? '–' : `${ms.toFixed(2).replace('-', '−')} ms`);
