// The notches of a strip over its spectrum: the curve of all of them, and a mark with the frequency at each.
import { numberWords } from '../../control/number-words.ts';
import { useRows } from '../../desk/rows.ts';
import { isInSight } from '../../desk/visibility.ts';
import { sampleRate } from '../eq/bands.ts';
import { plotRangeDb } from '../eq/handle-gesture.ts';
import { bandDb, frequencies, lowestHz, pathOf, placeOf } from '../eq/response.ts';
import { hasHrp } from '../parts.ts';
import { type Notch, notchesOf, reportPath } from './hrp-row.ts';
import './hrp.css';

const points = 480;
const [width, height] = [1000, 400];
/** Marks of neighbours stand below each other. */
const lines = 3;
/** Further to the right a mark's words stand on its left. */
const latest = 0.85;

/** Nothing where the strip has no protection, or no notch. */
export function Notches({ path }: { readonly path: string }) {
  useRows(hasHrp(path) && isInSight.value ? [`${path}/hrp`, reportPath(path)] : []);
  const notches = notchesOf(path);
  if (notches.length === 0) return null;
  return (
    <>
      <svg viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none" aria-hidden="true">
        <path class="notch-curve" d={pathOf(curveOf(notches), width, height, plotRangeDb)} />
      </svg>
      <ul class="notches" aria-hidden="true">
        {notches.map((notch, place) => (
          <li
            key={`${notch.fixed} ${notch.slot}`}
            class={`${notch.fixed ? 'is-fixed' : ''} ${xOf(notch) > latest ? 'is-late' : ''}`}
            style={{ left: `${xOf(notch) * 100}%`, '--line': String(place % lines) }}
          >
            <span>
              {signOf(notch)} {numberWords(notch.frequencyHz, 'Hz')}
            </span>
          </li>
        ))}
      </ul>
    </>
  );
}

const xOf = ({ frequencyHz }: Notch): number => placeOf(Math.max(lowestHz, frequencyHz));

/** What tells fixed notches from live ones without their colour. */
export const signOf = ({ fixed }: Notch): string => (fixed ? '■' : '●');

/** dB of all notches together. A narrow one is sampled at its middle, too. */
function curveOf(notches: readonly Notch[]): readonly number[] {
  const hertz = [...frequencies(points)];
  for (const notch of notches) {
    const at = Math.round(xOf(notch) * (points - 1));
    if (at < points) hertz[at] = notch.frequencyHz;
  }
  const rate = sampleRate();
  return hertz.map((hz) =>
    notches.reduce((sum, notch) => sum + bandDb({ ...notch, enabled: true, type: 'peak' }, hz, rate), 0),
  );
}
