import { holder } from '../desk/holder.ts';
import { pathsOf, rowOf, useRows } from '../desk/rows.ts';
import { t } from '../text/text.ts';
import { chooseBus } from './own-choice.ts';
import { StripName } from './strip-name.tsx';

/** The mixes of the desk; one of them is the musician's. */
export function BusChoice() {
  useRows(['/channel/mix/*', '/console']);
  const mixes = pathsOf('/channel/mix/*');
  const isKnown = rowOf('/console').value.life === 'live';
  return (
    <main class="bus-choice">
      <h1>{t('monitor.choose')}</h1>
      {mixes.length === 0 && <p role="status">{t(isKnown ? 'monitor.none' : 'frame.waiting')}</p>}
      {mixes.map((path) => (
        <button type="button" key={path} onClick={() => chooseBus(path)}>
          <StripName path={path} />
        </button>
      ))}
      {holder.value === undefined && <p class="monitor-note">{t('monitor.fence')}</p>}
    </main>
  );
}
