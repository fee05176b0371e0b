// A musician's own monitor: one mix, "more me", its sends and its level, and nothing else.
import { signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { HoldButton } from '../control/hold-button.tsx';
import { connection } from '../desk/client.ts';
import { holder } from '../desk/holder.ts';
import '../text/monitor.ts';
import { t } from '../text/text.ts';
import { BusChoice } from './bus-choice.tsx';
import './monitor.css';
import { bus, goToLastBus, leaveBus } from './own-choice.ts';
import { OwnMix } from './own-mix.tsx';
import { StripName } from './strip-name.tsx';

const isLocked = signal(false);

export function Monitor() {
  useEffect(goToLastBus, []);
  // A key of one bus has no other.
  const own = holder.value?.bus ?? undefined;
  const chosen = own === undefined ? bus.value : `/channel/${own}`;
  if (chosen === undefined) return <BusChoice />;
  const locked = isLocked.value;
  return (
    <div class="monitor">
      <header>
        {own === undefined ? (
          <button type="button" disabled={locked} onClick={leaveBus}>
            <span class="unseen">{t('monitor.change')} </span>
            <StripName path={chosen} /> ▾
          </button>
        ) : (
          <h1>
            <StripName path={chosen} />
          </h1>
        )}
        <HoldButton
          pressed={locked}
          onHeld={() => {
            isLocked.value = !locked;
          }}
        >
          {t(locked ? 'monitor.locked' : 'monitor.lock')}
        </HoldButton>
      </header>
      {connection.value.state !== 'open' && (
        <p class="monitor-lost" role="status">
          {t('frame.lost')}
        </p>
      )}
      <main inert={locked}>
        <OwnMix key={chosen} bus={chosen} />
      </main>
    </div>
  );
}
