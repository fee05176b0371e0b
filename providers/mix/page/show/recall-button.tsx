// One press recalls; while levels fade there is a bar in the button, and a press cancels.
import type { Row } from 'rowdesk/client';
import { HoldButton } from '../control/hold-button.tsx';
import { isOffered } from '../desk/holder.ts';
import { fieldOf } from '../desk/rows.ts';
import { task, writeFields } from '../desk/tasks.ts';
import { show } from '../desk/view.ts';
import { t } from '../text/text.ts';
import { TaskWords } from './task-button.tsx';
import { changeCount } from './values.ts';

interface RecallButtonProps {
  /** The scene's row; its fade is watched, whoever began it. */
  readonly path: string;
  readonly number: string;
  readonly fadeMs: number;
}

export function RecallButton({ path, number, fadeMs }: RecallButtonProps) {
  const recall = `${path}/recall`;
  const of = task(recall);
  const isFading = fieldOf<boolean>(recall, 'running').value === true;
  const count = fieldOf<readonly Row[]>(`${path}/recallKeeps`, 'changes').value?.length ?? 0;
  if (!isOffered('run')) return null;
  const cancel = () => void writeFields(recall, { running: false }, 'running');
  return (
    <div class="task">
      <button type="button" class="recall" aria-busy={isFading} onClick={() => (isFading ? cancel() : void of.run())}>
        {isFading && <i key="bar" class="fade-bar" style={{ animationDuration: `${fadeMs}ms` }} />}
        <span>
          {isFading ? t('show.cancelFade') : t('show.recall', { number })}{' '}
          {!isFading && <small>{changeCount(count)}</small>}
        </span>
      </button>
      <TaskWords of={of} />
    </div>
  );
}

/** In the list: held, because a list is scrolled with the same finger. The scene's detail then says what became of the recall. */
export function RecallAtOnce({ id, number }: { readonly id: string; readonly number: string }) {
  const of = task(`/scenes/${id}/recall`);
  if (!isOffered('run')) return null;
  const recall = () => {
    show('show', 'scenes', id);
    void of.run();
  };
  return (
    <HoldButton
      class="recall-at-once"
      label={t('show.recallHeld', { number })}
      disabled={of.isRunning.value}
      onHeld={recall}
    >
      <span aria-hidden="true">▶</span>
    </HoldButton>
  );
}
