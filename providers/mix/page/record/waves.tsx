// The waveforms of a take: one canvas, which draws the tracks in sight; zoomed by keys, wheel and buttons.
import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { onTheme } from '../meter/meter-colours.ts';
import { clockWords } from '../scale/clock-words.ts';
import { t } from '../text/text.ts';
import { type Drawn, type Peaks, readPeaks } from './take-row.ts';
import { paintWaves, waveColours } from './wave-painter.ts';
import { moved, type WaveWindow, withinTake, zoomed } from './wave-window.ts';
import './waves.css';

const rulerPx = 34;
const rowPx = 56;
const zoomStep = 0.5;

interface WavesProps {
  readonly take: Drawn;
  readonly cursorS?: number;
  readonly loop?: { readonly fromS: number; readonly toS: number } | undefined;
  /** A press on the waveform at this moment. */
  readonly onPoint?: (atS: number) => void;
}

export function Waves({ take, cursorS, loop, onPoint }: WavesProps) {
  const box = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const chosen = useSignal<WaveWindow | undefined>(undefined);
  const peaks = usePeaks(take, box).value;
  const size = useSignal(0);
  const window = withinTake(chosen.value ?? { fromS: 0, toS: take.lengthS }, take.lengthS);

  const paint = () => {
    const [element, context] = [box.current, canvas.current?.getContext('2d')];
    if (element === null || !context) return;
    const ratio = devicePixelRatio || 1;
    const [width, height] = [element.clientWidth, element.clientHeight].map((px) => Math.round(px * ratio));
    if (context.canvas.width !== width) context.canvas.width = width as number;
    if (context.canvas.height !== height) context.canvas.height = height as number;
    context.canvas.style.width = `${element.clientWidth}px`;
    context.canvas.style.height = `${element.clientHeight}px`;
    paintWaves(context, waveColours(), {
      ...{ take, window, cursorS, loop, ratio, peaks },
      topPx: (rulerPx - element.scrollTop) * ratio,
      rulerPx: rulerPx * ratio,
      rowPx: rowPx * ratio,
    });
  };
  const repaint = useRef(paint);
  repaint.current = paint;
  size.value;
  useEffect(paint);
  useEffect(() => onTheme(() => repaint.current()), []);
  useEffect(() => {
    const observer = new ResizeObserver(() => {
      size.value++;
    });
    observer.observe(box.current as Element);
    return () => observer.disconnect();
  }, [size]);

  const zoom = (factor: number, aroundS = cursorIn(window, cursorS)) => {
    chosen.value = zoomed(window, factor, aroundS, take.lengthS);
  };
  const momentOf = ({ clientX }: MouseEvent): number => {
    const { left, width } = (box.current as Element).getBoundingClientRect();
    return window.fromS + ((clientX - left) / Math.max(1, width)) * (window.toS - window.fromS);
  };
  const acts: Readonly<Record<string, () => void>> = {
    '+': () => zoom(zoomStep),
    '-': () => zoom(1 / zoomStep),
    ArrowLeft: () => (chosen.value = moved(window, -0.1, take.lengthS)),
    ArrowRight: () => (chosen.value = moved(window, 0.1, take.lengthS)),
  };
  const isWhole = window.toS - window.fromS >= take.lengthS;
  return (
    <div class="waves">
      <div class="keys">
        <button type="button" aria-label={t('record.zoomIn')} onClick={acts['+']}>
          +
        </button>
        <button type="button" aria-label={t('record.zoomOut')} disabled={isWhole} onClick={acts['-']}>
          −
        </button>
        <button type="button" disabled={isWhole} onClick={() => (chosen.value = undefined)}>
          {t('record.zoomAll')}
        </button>
        <button type="button" aria-label={t('record.earlier')} disabled={isWhole} onClick={acts.ArrowLeft}>
          ◂
        </button>
        <button type="button" aria-label={t('record.later')} disabled={isWhole} onClick={acts.ArrowRight}>
          ▸
        </button>
        <span class="quiet waves-range">
          {clockWords(window.fromS)} – {clockWords(window.toS)}
        </span>
      </div>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: it scrolls; what a press does, a slider does too */}
      <div
        class="waves-box"
        style={{ height: `${rulerPx + rowPx * take.tracks.length + 2}px` }}
        ref={box}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is scrolled by keys
        tabIndex={0}
        onScroll={() => repaint.current()}
        onKeyDown={(event) => {
          const act = acts[event.key];
          if (act === undefined) return;
          event.preventDefault();
          act();
        }}
        onWheel={(event) => {
          if (!event.ctrlKey) return;
          event.preventDefault();
          zoom(event.deltaY < 0 ? zoomStep : 1 / zoomStep, momentOf(event));
        }}
        onClick={(event) => onPoint?.(Math.max(0, Math.min(take.lengthS, momentOf(event))))}
      >
        <div class="waves-canvas" aria-hidden="true">
          <canvas ref={canvas} />
        </div>
        <ol class="waves-tracks" style={{ paddingTop: `${rulerPx}px` }} aria-label={t('record.tracks')}>
          {take.tracks.map(({ number, name, role }) => (
            <li key={number} style={{ height: `${rowPx}px` }}>
              <span>
                {number} <b dir="auto">{name}</b>
                {role === 'programme' && ` · ${t('record.programme')}`}
              </span>
            </li>
          ))}
        </ol>
      </div>
    </div>
  );
}

/** What a zoom keeps in its place: the cursor where it is in sight, else the middle. */
const cursorIn = ({ fromS, toS }: WaveWindow, cursorS: number | undefined): number =>
  cursorS !== undefined && cursorS >= fromS && cursorS <= toS ? cursorS : (fromS + toS) / 2;

/** The waveforms, read one after the other; none is forgotten while the take is shown. */
function usePeaks({ id, tracks, age }: Drawn, box: { readonly current: HTMLElement | null }) {
  const peaks = useSignal<ReadonlyMap<number, Peaks>>(new Map());
  const shown = useRef('');
  useEffect(() => {
    let isOver = false;
    if (shown.current !== id) peaks.value = new Map();
    shown.current = id;
    const first = Math.floor((box.current?.scrollTop ?? 0) / rowPx);
    const inOrder = [...tracks.slice(first), ...tracks.slice(0, first)];
    void (async () => {
      for (const { number } of inOrder) {
        if (isOver) return;
        const read = await readPeaks(id, number).catch(() => undefined);
        if (read !== undefined && !isOver) peaks.value = new Map(peaks.peek()).set(number, read);
      }
    })();
    return () => {
      isOver = true;
    };
  }, [id, age, tracks.length, peaks, box]);
  return peaks;
}
