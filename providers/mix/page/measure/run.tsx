// A run: its plan is asked for whenever what it is made of changes, and stands there before the run can be started.
import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import type { Progress } from 'rowdesk/client';
import { HoldButton } from '../control/hold-button.tsx';
import { fieldOf, isLive, rowOf, useRows } from '../desk/rows.ts';
import { pathOf, type StripRef } from '../desk/strip-list.ts';
import { task, writeFields } from '../desk/tasks.ts';
import { t, textOr } from '../text/text.ts';
import { settingsPath } from './measure-row.ts';
import { type Plan, PlanWords } from './plan.tsx';

const path = '/measurement/run';
const planPath = '/measurement/plan';
/** What else stands against a run: a port that has gone, a take or a soundcheck that has begun, a desk without a device. */
const otherFields = [
  ['/patch', 'missing'],
  ['/record', 'state'],
  ['/vsc', 'engaged'],
  ['/console', 'engine'],
] as const;

interface RunProps {
  readonly goal: string;
  /** With the id of the result. */
  readonly done: (id: string) => void;
}

export function Run({ goal, done }: RunProps) {
  useRows([path, ...otherFields.map(([other]) => other)]);
  const running = task(path);
  // Also what another client began.
  const isRunning = running.isRunning.value || fieldOf(path, 'running').value === true;
  const { plan, refusal } = usePlan(goal, isRunning);
  const mayRun =
    isLive(settingsPath) && !isRunning && plan !== undefined && !plan.problems.some(({ refuses }) => refuses);
  const run = async () => {
    // Holding the key is what confirms a loud one.
    const report = await running.run({ goal, confirm: true });
    if (typeof report?.resultId === 'string' && report.resultId !== '') done(report.resultId);
  };
  const isCancelled = running.report.value?.outcome === 'cancelled';
  const words = running.refusal.value || (isCancelled ? t('measure.cancelled') : '');
  return (
    <>
      {refusal === '' ? (
        plan !== undefined && <PlanWords plan={plan} />
      ) : (
        <p class="refusal" dir="auto">
          {refusal}
        </p>
      )}
      <div class="keys">
        {plan?.makesSound === false ? (
          <button type="button" disabled={!mayRun} onClick={() => void run()}>
            {t('measure.run')}
          </button>
        ) : (
          <HoldButton class="measure-run" disabled={!mayRun} onHeld={() => void run()}>
            {t('measure.run')} <small>{t('show.hold')}</small>
          </HoldButton>
        )}
        {isRunning && (
          <button type="button" onClick={() => void writeFields(path, { running: false }, 'running')}>
            {t('measure.cancel')}
          </button>
        )}
      </div>
      {isRunning && <Done />}
      <div role="status">
        {words !== '' && (
          <p class="refusal" dir="auto">
            {words}
          </p>
        )}
      </div>
    </>
  );
}

function Done() {
  const { done = 0, total = 0, phase = '' } = fieldOf<Partial<Progress> | null>(path, 'progress').value ?? {};
  return (
    <div class="measure-progress">
      <progress aria-label={t('measure.run')} {...(total > 0 ? { value: done, max: total } : {})} />
      <span dir="auto">{textOr(`measure.phase.${phase}`, phase)}</span>
    </div>
  );
}

/** The plan of the settings as they are now; undefined until it has come. */
function usePlan(goal: string, isRunning: boolean): { readonly plan: Plan | undefined; readonly refusal: string } {
  const { run, refusal, isRunning: isAsking } = task(planPath);
  const plan = useSignal<Plan | undefined>(undefined);
  const { revision, life } = rowOf(settingsPath).value;
  // A strip gets its source by a commit; what mutes it may come and go without one, as a start does, or a phantom that settles.
  const ofStrips = ['output', 'microphone'].map((name) => {
    const ref = fieldOf<StripRef | null>(settingsPath, name).value;
    return ref ? [rowOf(pathOf(ref)).value.revision, fieldOf(pathOf(ref), 'mutedBy').value] : [];
  });
  const others = otherFields.map(([other, field]) => fieldOf(other, field).value);
  const wanted = JSON.stringify([goal, revision, life, ofStrips, others, rowOf('/patch').value.revision]);
  const planned = useRef('');
  useEffect(() => {
    if (isRunning || isAsking.value || life !== 'live' || planned.current === wanted) return;
    planned.current = wanted;
    void run({ goal }).then((report) => {
      plan.value = report as unknown as Plan | undefined;
    });
  }, [wanted, isRunning, isAsking.value, life, goal, run, isAsking, plan]);
  return { plan: plan.value, refusal: refusal.value };
}
