// All strips of a kind as small meters, for a screen that shows few of them at once: where one is, what has sound, what is
// muted. A finger that taps or slides goes there.
import { useLayoutEffect, useRef } from 'preact/hooks';
import { fieldOf, useRows } from '../desk/rows.ts';
import { kindAndIndex } from '../desk/strip-path.ts';
import { followLevels } from './levels.ts';
import { MeterCanvas } from './meter-canvas.ts';
import { overviewPainter } from './overview-painter.ts';
import { watchSlots } from './slots.ts';
import './overview.css';

/** So many numbers stand side by side on a phone. */
const numbers = 16;

export interface OverviewProps {
  readonly strips: readonly string[];
  /** Those on the screen; they stand side by side in `strips`. */
  readonly shown: readonly string[];
  /** The strip under the finger, when it is none of those. */
  readonly onPage: (strip: string) => void;
}

/** For eyes and fingers only: the keys of the banks do the same. */
export function Overview({ strips, shown, onPage }: OverviewProps) {
  const root = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  useRows(strips);
  useLayoutEffect(() => {
    const layer = root.current as HTMLElement;
    const meters = new MeterCanvas(canvas.current as HTMLCanvasElement, overviewPainter);
    meters.setStrips(strips);
    const slots = { root: layer, layer, selector: '.overview-slot' };
    const stopSlots = watchSlots(slots, strips, (now) => meters.setSlots(now));
    const stopLevels = followLevels((levels) => meters.take(levels));
    return () => {
      stopLevels();
      stopSlots();
      meters.close();
    };
  }, [strips.join(' ')]);
  const page = ({ buttons, clientX, currentTarget }: PointerEvent) => {
    if (buttons === 0) return;
    const { left, width } = (currentTarget as HTMLElement).getBoundingClientRect();
    const at = Math.floor(((clientX - left) / width) * strips.length);
    const strip = strips[Math.max(0, Math.min(strips.length - 1, at))];
    if (strip !== undefined && !shown.includes(strip)) onPage(strip);
  };
  return (
    <div
      class="overview"
      aria-hidden="true"
      ref={root}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        page(event);
      }}
      onPointerMove={page}
    >
      {strips.map((path, n) => (
        <Cell
          key={path}
          path={path}
          isNumbered={n % Math.ceil(strips.length / numbers) === 0}
          isShown={shown.includes(path)}
          isFirst={path === shown[0]}
          isLast={path === shown.at(-1)}
        />
      ))}
      <canvas ref={canvas} width={0} height={0} />
    </div>
  );
}

interface CellProps {
  readonly path: string;
  readonly isNumbered: boolean;
  readonly isShown: boolean;
  readonly isFirst: boolean;
  readonly isLast: boolean;
}

function Cell({ path, isNumbered, isShown, isFirst, isLast }: CellProps) {
  const mutedBy = fieldOf<readonly unknown[]>(path, 'mutedBy').value ?? [];
  const classes = { shown: isShown, first: isFirst, last: isLast, muted: mutedBy.length > 0 };
  return (
    <div class={['overview-cell', ...Object.entries(classes).flatMap(([name, has]) => (has ? [name] : []))].join(' ')}>
      <div class="overview-slot" data-strip={path} />
      <span>{isNumbered ? kindAndIndex(path)[1] : ''}</span>
    </div>
  );
}
