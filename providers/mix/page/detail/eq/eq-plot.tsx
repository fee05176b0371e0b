// The curve of an equaliser over the live spectrum, with a handle for each band.
import { type Signal, useSignal } from '@preact/signals';
import { useMemo, useRef } from 'preact/hooks';
import { Refusal } from '../../control/control-for.tsx';
import { numberWords } from '../../control/number-words.ts';
import { field } from '../../desk/field.ts';
import { t } from '../../text/text.ts';
import { Notches } from '../hrp/notches.tsx';
import { rowsBelow } from '../parts.ts';
import { curveOf, frequencyOf, gainOf, type Handle, hasGain, isOn, qOf, scaleOf, typeOf } from './bands.ts';
import { HandleGesture, plotRangeDb } from './handle-gesture.ts';
import { pathOf, placeOf } from './response.ts';
import { Spectrum } from './spectrum.tsx';

export interface EqPlotOptions {
  readonly path: string;
  readonly handles: readonly Handle[];
  /** Name of the handle whose controls are shown. */
  readonly chosen: Signal<string>;
}

const marks = [50, 100, 200, 500, 1000, 2000, 5000, 10000];
const gains = [12, 6, 0, -6, -12];
const [width, height] = [1000, 400];

export function EqPlot({ path, handles, chosen }: EqPlotOptions) {
  const plot = useRef<HTMLDivElement>(null);
  const grid = marks.map((hz) => `M${(placeOf(hz) * width).toFixed(1)} 0V${height}`).join('');
  const levels = gains.map((db) => `M0 ${(0.5 - db / plotRangeDb / 2) * height}H${width}`).join('');
  return (
    <div class="eq-plot" ref={plot}>
      {rowsBelow(path, '/spectrum').length > 0 && <Spectrum path={path} />}
      <svg viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none" aria-hidden="true">
        <path class="grid" d={grid + levels} />
        <path class="curve" d={pathOf(curveOf(path, handles), width, height, plotRangeDb)} />
      </svg>
      <Notches path={path} />
      {gains.map((db) => (
        <small key={db} class="gain" style={{ top: `${50 - (db / plotRangeDb) * 50}%` }}>
          {db > 0 ? `+${db}` : String(db).replace('-', '−')}
        </small>
      ))}
      {marks.map((hz) => (
        <small key={hz} class="hz" style={{ left: `${placeOf(hz) * 100}%` }}>
          {hz >= 1000 ? `${hz / 1000}k` : hz}
        </small>
      ))}
      {handles.map((handle) => (
        <HandleKnob key={handle.path} handle={handle} chosen={chosen} plot={plot} />
      ))}
    </div>
  );
}

interface HandleKnobOptions {
  readonly handle: Handle;
  readonly chosen: Signal<string>;
  readonly plot: { readonly current: HTMLDivElement | null };
}

function HandleKnob({ handle, chosen, plot }: HandleKnobOptions) {
  const gesture = useMemo(() => new HandleGesture(handle), [handle.path]);
  const isHeld = useSignal(false);
  gesture.handle = handle;
  const gainDb = gainOf(handle);
  const { state } = field(handle.path, 'frequencyHz');
  // Until OPTIONS has said how far it goes, it goes nowhere.
  const isStale = state.value === 'stale' || scaleOf(handle, 'frequencyHz') === undefined;
  const at = hasGain(handle) ? gainDb : typeOf(handle) === 'notch' ? 0 : -3;
  const box = () => (plot.current as HTMLDivElement).getBoundingClientRect();
  return (
    <div
      class={`handle ${state.value} ${isOn(handle) ? '' : 'is-off'} ${chosen.value === handle.name ? 'is-chosen' : ''}`}
      role="slider"
      tabIndex={0}
      aria-label={t('detail.band', { name: handle.name })}
      aria-valuemin={-plotRangeDb}
      aria-valuemax={plotRangeDb}
      aria-valuenow={gainDb}
      aria-valuetext={handleWords(handle).join(', ')}
      aria-disabled={isStale}
      style={{ left: `${placeOf(frequencyOf(handle)) * 100}%`, top: `${50 - (at / plotRangeDb) * 50}%` }}
      onFocus={() => {
        chosen.value = handle.name;
      }}
      onPointerDown={(event) => {
        if (event.button !== 0 || isStale) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        chosen.value = handle.name;
        isHeld.value = true;
        gesture.down(event);
      }}
      onPointerMove={(event) => gesture.isHeld && gesture.move(event, box())}
      onPointerUp={(event) => {
        gesture.up(event);
        isHeld.value = gesture.isHeld;
      }}
      onPointerCancel={(event) => {
        gesture.up(event);
        isHeld.value = gesture.isHeld;
      }}
      onWheel={(event) => {
        event.preventDefault();
        if (!isStale) gesture.wheel(event);
      }}
      onKeyDown={(event) => {
        if (isStale || event.ctrlKey || event.metaKey || !gesture.key(event)) return;
        event.preventDefault();
        event.stopPropagation();
      }}
    >
      <i>{handle.name}</i>
      {/* A second finger anywhere on the plot is a pinch. */}
      {isHeld.value && <div class="pinch" />}
    </div>
  );
}

/** `3.2 kHz`, `+2.5 dB`, `Q 1` */
export function handleWords(handle: Handle): readonly string[] {
  const words = [numberWords(frequencyOf(handle), 'Hz')];
  if (hasGain(handle)) words.push(numberWords(gainOf(handle), 'dB', 0.25));
  if (handle.isBand) words.push(`Q ${numberWords(qOf(handle))}`);
  return words;
}

/** The sentences of refusals of a band. */
export function HandleRefusals({ handle }: { readonly handle: Handle }) {
  return (
    <>
      {['frequencyHz', 'gainDb', 'q'].map((name) => (
        <Refusal key={name} path={handle.path} name={name} />
      ))}
    </>
  );
}
