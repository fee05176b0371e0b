// The virtual soundcheck: strips hear a take. Which take, where it plays, and which track each strip hears.
import { HoldButton } from '../control/hold-button.tsx';
import { refusalOf } from '../desk/refusals.ts';
import { fieldOf, isLive, useRows } from '../desk/rows.ts';
import { task, writeFields } from '../desk/tasks.ts';
import { TaskWords } from '../show/task-button.tsx';
import '../text/record.ts';
import { t } from '../text/text.ts';
import './record.css';
import './soundcheck.css';
import { drawnTake, takePath, takes } from './take-row.ts';
import { TrackMap } from './track-map.tsx';
import { Transport } from './transport.tsx';
import { Waves } from './waves.tsx';

const path = '/vsc';

export function Soundcheck() {
  const id = fieldOf<string>(path, 'takeId').value ?? '';
  useRows([path, '/takes', '/channel/*/*', ...(id === '' ? [] : [takePath(id)])]);
  const take = id === '' ? undefined : drawnTake(id);
  const positionS = fieldOf<number>(path, 'positionS').value ?? 0;
  const loop = fieldOf<{ readonly fromS: number; readonly toS: number } | null>(path, 'loop').value ?? undefined;
  const fault = fieldOf<string>(path, 'fault').value ?? '';
  const late = fieldOf<number>(path, 'underruns').value ?? 0;
  const engaged = fieldOf<boolean>(path, 'engaged').value === true;
  return (
    <div class="soundcheck">
      <section class="show-panel" aria-label={t('record.soundcheck')}>
        <div class="soundcheck-head">
          <TakeChoice id={id} isEngaged={engaged} />
          <Engage isEngaged={engaged} hasTake={id !== ''} />
        </div>
        {fault !== '' && (
          <p class="problem" data-state="missing" role="status" dir="auto">
            ▲ {fault}
          </p>
        )}
        {late > 0 && <p class="problem">▲ {t('record.late', { count: late })}</p>}
        <Transport />
        {take === undefined || take.tracks.length === 0 ? (
          <p class="quiet">{t(id === '' ? 'record.chooseTake' : 'record.noWaves')}</p>
        ) : (
          <Waves
            key={id}
            take={take}
            cursorS={positionS}
            loop={loop}
            onPoint={(atS) => void writeFields(path, { positionS: Math.round(atS * 1000) / 1000 }, 'positionS')}
          />
        )}
      </section>
      {take !== undefined && <TrackMap tracks={take.tracks} />}
    </div>
  );
}

function TakeChoice({ id, isEngaged }: { readonly id: string; readonly isEngaged: boolean }) {
  const items = takes().filter(({ state }) => state !== 'damaged' && state !== 'recording');
  const refusal = refusalOf(path, 'takeId').value;
  return (
    <div class="grow">
      <label class="form-row">
        <span>{t('record.take.choose')}</span>
        <select
          disabled={isEngaged || !isLive(path)}
          onChange={({ currentTarget }) => void writeFields(path, { takeId: currentTarget.value }, 'takeId')}
        >
          {['', ...items.map((item) => item.id)].map((each) => (
            <option key={each} value={each} selected={each === id}>
              {items.find((item) => item.id === each)?.name ?? t('record.take.none')}
            </option>
          ))}
        </select>
      </label>
      {refusal !== '' && (
        <p class="refusal" role="status">
          {refusal}
        </p>
      )}
    </div>
  );
}

function Engage({ isEngaged, hasTake }: { readonly isEngaged: boolean; readonly hasTake: boolean }) {
  const eject = task('/vsc/eject');
  const refusal = refusalOf(path, 'engaged').value;
  const act = () => (isEngaged ? eject.run() : writeFields(path, { engaged: true }, 'engaged'));
  return (
    <div class="task">
      <HoldButton
        class={isEngaged ? 'soundcheck-on' : 'destroys'}
        disabled={!isLive(path) || (!isEngaged && !hasTake) || eject.isRunning.value}
        onHeld={() => void act()}
      >
        {t(isEngaged ? 'record.eject' : 'record.engage')} <small>{t('show.hold')}</small>
      </HoldButton>
      <TaskWords of={eject} />
      {refusal !== '' && (
        <p class="refusal" role="status">
          {refusal}
        </p>
      )}
    </div>
  );
}
