// Lines over two axes with a cursor, which is moved by pointer and by keys. Plots that share a cursor move together.
import type { Signal } from '@preact/signals';
import { useMemo } from 'preact/hooks';
import { numberWords } from '../../control/number-words.ts';
import { type Axis, marksOf, placeOn, valueOn } from './axis.ts';
import { type Line, nearest, pathsOf } from './line.ts';
import './plot.css';

export interface PlotProps {
  readonly label: string;
  readonly x: Axis;
  readonly y: Axis;
  readonly lines: readonly Line[];
  /** A value of the x axis. */
  readonly cursor: Signal<number | undefined>;
  /** Of the y axis, in place of round values. */
  readonly marks?: readonly number[];
  readonly longestStep?: number;
  readonly isLow?: boolean;
}

const [width, height] = [1000, 300];
/** Steps of a key over the whole axis. */
const steps = 200;

export function Plot({ label, x, y, lines, cursor, marks, longestStep, isLow = false }: PlotProps) {
  // A cursor that moves draws no line anew.
  const paths = useMemo(() => {
    const picture = { x, y, width, height, ...(longestStep === undefined ? {} : { longestStep }) };
    return lines.map((line) => pathsOf(line, picture));
  }, [lines, x, y, longestStep]);
  const columns = marksOf(x, 8);
  const rows = marks ?? marksOf(y, isLow ? 3 : 5);
  const top = (value: number) => 1 - placeOn(y, value);
  const at = cursor.value;
  const grid = [
    ...columns.map((value) => `M${(placeOn(x, value) * width).toFixed(1)} 0V${height}`),
    ...rows.map((value) => `M0 ${(top(value) * height).toFixed(1)}H${width}`),
  ].join('');
  const put = (value: number) => {
    cursor.value = Math.min(x.to, Math.max(x.from, value));
  };
  const point = (event: PointerEvent & { readonly currentTarget: HTMLElement }) => {
    const { left, width: wide } = event.currentTarget.getBoundingClientRect();
    put(valueOn(x, (event.clientX - left) / Math.max(1, wide)));
  };
  return (
    <figure class={`plot ${isLow ? 'is-low' : ''}`}>
      <figcaption>{label}</figcaption>
      <div
        class="plot-box"
        role="slider"
        tabIndex={0}
        aria-label={label}
        aria-valuemin={x.from}
        aria-valuemax={x.to}
        aria-valuenow={at ?? x.from}
        aria-valuetext={at === undefined ? '–' : spokenAt(at, x, y, lines)}
        onPointerDown={point}
        onPointerMove={(event) => (event.pointerType === 'mouse' || event.buttons > 0) && point(event)}
        onKeyDown={(event) => {
          const step = event.shiftKey ? 0.1 : 1;
          const moves: Readonly<Record<string, number>> = {
            ...{ ArrowLeft: -step, ArrowDown: -step, ArrowRight: step, ArrowUp: step },
            ...{ PageDown: -10, PageUp: 10, Home: -steps, End: steps },
          };
          const move = moves[event.key];
          if (move === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
          event.preventDefault();
          event.stopPropagation();
          put(valueOn(x, placeOn(x, at ?? valueOn(x, 0.5)) + move / steps));
        }}
      >
        <svg viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none" aria-hidden="true">
          <path class="plot-grid" d={grid} />
          {lines.map(({ id, place }, n) => (
            <g key={id} class={`trace trace-${place}`}>
              <path d={paths[n]?.strong} />
              {paths[n]?.faint !== '' && <path class="is-faint" d={paths[n]?.faint} />}
            </g>
          ))}
          {at !== undefined && <path class="plot-cursor" d={`M${(placeOn(x, at) * width).toFixed(1)} 0V${height}`} />}
        </svg>
        {rows.map((value) => (
          <small key={value} class="plot-y" style={{ top: `${top(value) * 100}%` }}>
            {markWords(value)}
          </small>
        ))}
        {columns.map((value) => (
          <small key={value} class="plot-x" style={{ left: `${placeOn(x, value) * 100}%` }}>
            {markWords(value)}
          </small>
        ))}
      </div>
    </figure>
  );
}

const markWords = (value: number): string =>
  (Math.abs(value) >= 1000 ? `${value / 1000}k` : String(value)).replace('-', '−');

/** `1.02 kHz`, `−3.2 dB`, `12.5 ms` */
export const axisWords = ({ unit }: Axis, value: number): string =>
  unit === '°' ? `${numberWords(Math.round(value))}°` : numberWords(value, unit);

/** The value of a line at the cursor; `–` where it has none. */
export function valueWords(line: Line, x: Axis, y: Axis, at: number): string {
  const place = nearest(line, x, at);
  const value = place === undefined ? Number.NaN : (line.ys[place] as number);
  return Number.isFinite(value) ? axisWords(y, value) : '–';
}

const spokenAt = (at: number, x: Axis, y: Axis, lines: readonly Line[]): string =>
  [axisWords(x, at), ...lines.map((line) => `${line.label} ${valueWords(line, x, y, at)}`)].join(', ');

/** What stands for a line in a list: its colour and its dashes. */
export const Sample = ({ place }: { readonly place: number }) => (
  <svg class="plot-sample" viewBox="0 0 32 12" aria-hidden="true">
    <g class={`trace trace-${place}`}>
      <path d="M0 6H32" />
    </g>
  </svg>
);
