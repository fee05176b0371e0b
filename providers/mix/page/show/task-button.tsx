// A button that runs a task of the desk: its progress in the button, the words of its refusal beneath.
import type { ComponentChildren } from 'preact';
import type { Row } from 'rowdesk/client';
import { HoldButton } from '../control/hold-button.tsx';
import { isOffered } from '../desk/holder.ts';
import { type Task, task } from '../desk/tasks.ts';
import { leadFrom, type show } from '../desk/view.ts';
import { t } from '../text/text.ts';
import { leftOut } from './report-words.ts';

interface TaskButtonProps {
  readonly path: string;
  readonly extra?: Row;
  /** It destroys: the button is held. */
  readonly held?: boolean;
  /** After a refusal it may be run with `override`. */
  readonly override?: boolean;
  readonly disabled?: boolean;
  readonly class?: string;
  readonly label?: string;
  /** `lead` shows another view, unless the hand has gone to one meanwhile. */
  readonly done?: (report: Row, lead: typeof show) => void;
  readonly children: ComponentChildren;
}

export function TaskButton(props: TaskButtonProps) {
  const { path, extra = {}, held = false, override = false, disabled = false, label, done, children } = props;
  const of = task(path);
  const isRunning = of.isRunning.value;
  // What is run from here is for those that run the desk.
  if (!isOffered('run')) return null;
  const run = async (more: Row = {}) => {
    const lead = leadFrom();
    const report = await of.run({ ...extra, ...more });
    if (report !== undefined) done?.(report, lead);
  };
  return (
    <div class="task">
      {held ? (
        <HoldButton class="destroys" label={label} onHeld={() => void run()} disabled={disabled || isRunning}>
          {children} <small>{t('show.hold')}</small>
        </HoldButton>
      ) : (
        <button
          type="button"
          class={props.class}
          aria-label={label}
          aria-busy={isRunning}
          disabled={disabled || isRunning}
          onClick={() => run()}
        >
          {children}
        </button>
      )}
      <TaskWords of={of} />
      {override && of.refusal.value !== '' && (
        <HoldButton class="destroys" onHeld={() => void run({ override: true })}>
          {t('show.override')} <small>{t('show.hold')}</small>
        </HoldButton>
      )}
    </div>
  );
}

/** Why the last run was refused, or what it left out. */
export function TaskWords({ of }: { readonly of: Task }) {
  const words = of.refusal.value || leftOut(of.report.value);
  return (
    <div role="status" class="task-words">
      {words !== '' && (
        <p class="refusal" dir="auto">
          {words}
        </p>
      )}
    </div>
  );
}
