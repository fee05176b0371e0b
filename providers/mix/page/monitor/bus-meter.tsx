import { fieldOf, rowOf, useRows } from '../desk/rows.ts';
import { meterHeight } from '../meter/meter-scale.ts';

/** The bars of one mix after its fader, from its own row: a phone need not get the levels of the whole desk. */
export function BusMeter({ bus }: { readonly bus: string }) {
  const path = `${bus}/meter`;
  useRows([path]);
  const levels = fieldOf<readonly number[]>(path, 'postDb').value ?? [];
  const isLive = rowOf(path).value.life === 'live';
  return (
    <div class="bus-meter" aria-hidden="true">
      {levels.map((db, leg) => (
        <i key={leg}>
          <b style={{ transform: `scaleY(${isLive ? meterHeight(db) : 0})` }} />
        </i>
      ))}
    </div>
  );
}
