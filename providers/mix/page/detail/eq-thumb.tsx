// The small curve of a strip's equaliser. It watches two rows of the strip while it is there, and is drawn when they change.
import { useComputed } from '@preact/signals';
import { fieldOf, rowOf, useRows } from '../desk/rows.ts';
import { kindAndIndex } from '../desk/strip-name.ts';
import { sampleRate } from './eq/bands.ts';
import { type BandType, bandDb, frequencies, pathOf } from './eq/response.ts';
import { processorPath } from './parts.ts';
import './eq-thumb.css';

const hertz = frequencies(48);
const [width, height, rangeDb] = [80, 60, 18];

/** Kinds of strips without an equaliser: their rows are not asked for. */
const kindsWithout = ['fxSend', 'cue', 'mixMinus', 'dca', 'muteGroup'];

/** Nothing where the strip has no equaliser. */
export function EqThumb({ path }: { readonly path: string }) {
  const eq = processorPath(path, 'eq');
  const [kind] = kindAndIndex(path);
  useRows(kindsWithout.includes(kind) ? [] : [eq, `${eq}/values`]);
  const isOn = fieldOf<boolean>(eq, 'enabled').value;
  const curve = useComputed(() => curveOf(rowOf(`${eq}/values`).value.row, sampleRate()));
  if (isOn === undefined) return null;
  return (
    <svg
      class={`eq-thumb ${isOn ? '' : 'is-off'}`}
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      <path class="unity" d={`M0 ${height / 2}H${width}`} />
      <path d={curve.value} />
    </svg>
  );
}

function curveOf(values: Readonly<Record<string, unknown>>, rate: number): string {
  const bands = Object.keys(values).flatMap((name) => /^band(\d+)Enabled$/.exec(name)?.[1] ?? []);
  const levels = hertz.map((hz) =>
    bands.reduce((sum, n) => {
      const of = (name: string) => values[`band${n}${name}`];
      const numbers = { frequencyHz: Number(of('FrequencyHz')), gainDb: Number(of('GainDb')), q: Number(of('Q')) };
      return sum + bandDb({ enabled: of('Enabled') === true, type: of('Type') as BandType, ...numbers }, hz, rate);
    }, 0),
  );
  return pathOf(levels, width, height, rangeDb);
}
