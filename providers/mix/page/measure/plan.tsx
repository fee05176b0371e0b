// A plan of a run in words: what will sound, where, how loud and how long; what stands against it.
import { numberWords } from '../control/number-words.ts';
import { t } from '../text/text.ts';
import { calledStrip } from './measure-row.ts';

interface Problem {
  readonly detail: string;
  /** A run is refused for it; else it is worth knowing. */
  readonly refuses: boolean;
}

interface Output {
  /** `main/1` */
  readonly strip: string;
  readonly portId: string;
  readonly present: boolean;
}

export interface Plan {
  readonly steps: readonly string[];
  readonly problems: readonly Problem[];
  /** Ports where it sounds. */
  readonly outputs: readonly Output[];
  readonly levelDb: number;
  readonly lengthS: number;
  readonly makesSound: boolean;
}

export function PlanWords({
  plan: { steps, problems, outputs, levelDb, lengthS, makesSound },
}: {
  readonly plan: Plan;
}) {
  const ports = outputs.map(({ strip, portId, present }) => `${calledStrip(strip)} → ${portId}${present ? '' : ' ✕'}`);
  const length = numberWords(lengthS, 's');
  const sound = t('measure.sounds', { level: numberWords(levelDb, 'dB'), length });
  return (
    <div class="measure-plan">
      <p>
        <b>{makesSound ? `♪ ${sound}` : t('measure.silent', { length })}</b>
      </p>
      {ports.length > 0 && (
        <ul aria-label={t('measure.where')}>
          {ports.map((words) => (
            <li key={words} dir="auto">
              {words}
            </li>
          ))}
        </ul>
      )}
      <ol>
        {steps.map((step) => (
          <li key={step} dir="auto">
            {step}
          </li>
        ))}
      </ol>
      <div role="status">
        {problems.map(({ detail, refuses }) => (
          <p class={refuses ? 'refusal' : 'measure-note'} key={detail} dir="auto">
            ▲ {detail}
          </p>
        ))}
      </div>
    </div>
  );
}
