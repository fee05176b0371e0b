// The patch as a matrix: strips down, ports across. Only cells in sight are in the document; arrows move the cursor, whose
// row and column are lit.
import { useSignal } from '@preact/signals';
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import { t } from '../text/text.ts';
import type { PatchLine, PatchPort, PatchSide } from './patch-edges.ts';
import { colourOf } from './values.ts';

const remPx = Number.parseFloat(getComputedStyle(document.documentElement).fontSize) || 16;
const cellPx = Math.max(44, 2.75 * remPx);
const headPx = { left: 8 * remPx, top: 8 * remPx };
const spare = 2;
const signs = { empty: '', set: '✓', waiting: '◌', missing: '✕' } as const;

interface Place {
  readonly line: number;
  readonly port: number;
}

interface MatrixProps {
  readonly side: PatchSide;
  readonly lines: readonly PatchLine[];
  readonly ports: readonly PatchPort[];
  readonly label: string;
  /** The line that was touched last. */
  readonly touched: (line: PatchLine) => void;
}

export function Matrix({ side, lines, ports, label, touched }: MatrixProps) {
  const box = useRef<HTMLDivElement>(null);
  const seen = useSignal({ left: 0, top: 0, width: 800, height: 600 });
  const cursor = useSignal<Place>({ line: 0, port: 0 });
  const byKey = useRef(false);

  const measure = () => {
    const {
      scrollLeft: left,
      scrollTop: top,
      clientWidth: width,
      clientHeight: height,
    } = box.current as HTMLDivElement;
    seen.value = { left, top, width, height };
  };
  useLayoutEffect(() => {
    const sized = new ResizeObserver(measure);
    sized.observe(box.current as HTMLDivElement);
    return () => sized.disconnect();
  }, []);
  const at = cursor.value;
  useEffect(() => {
    if (!byKey.current) return;
    byKey.current = false;
    box.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus({ preventScroll: true });
  });

  const { left, top, width, height } = seen.value;
  const ofLines = span(top, height, lines.length);
  const ofPorts = span(left, width, ports.length);
  const put = (place: Place) => {
    const line = Math.max(0, Math.min(place.line, lines.length - 1));
    const port = Math.max(0, Math.min(place.port, ports.length - 1));
    byKey.current = true;
    cursor.value = { line, port };
    const element = box.current as HTMLDivElement;
    element.scrollTop = intoSight(element.scrollTop, line, element.clientHeight - headPx.top);
    element.scrollLeft = intoSight(element.scrollLeft, port, element.clientWidth - headPx.left);
    measure();
  };
  const toggle = ({ line, port }: Place) => {
    const [of, to] = [lines[line], ports[port]];
    if (of === undefined || to === undefined) return;
    touched(of);
    side.toggle(of, to.id);
  };
  const pressed = (event: KeyboardEvent) => {
    const { line, port } = cursor.peek();
    const page = Math.max(1, Math.floor(height / cellPx) - 3);
    const moves: Readonly<Record<string, Place>> = {
      ArrowDown: { line: line + 1, port },
      ArrowUp: { line: line - 1, port },
      ArrowRight: { line, port: port + 1 },
      ArrowLeft: { line, port: port - 1 },
      PageDown: { line: line + page, port },
      PageUp: { line: line - page, port },
      Home: { line, port: 0 },
      End: { line, port: ports.length - 1 },
    };
    const to = moves[event.key];
    if (to === undefined && event.key !== 'Enter' && event.key !== ' ') return;
    event.preventDefault();
    event.stopPropagation();
    if (to === undefined) toggle(cursor.peek());
    else put(to);
  };
  const cellAt = (event: MouseEvent): Place | undefined => {
    const cell = (event.target as HTMLElement).closest<HTMLElement>('[data-port]');
    return cell === null ? undefined : { line: Number(cell.dataset.line), port: Number(cell.dataset.port) };
  };
  const tapped = (event: MouseEvent) => {
    const cell = cellAt(event);
    if (cell === undefined) return;
    cursor.value = cell;
    toggle(cell);
  };
  const lit = (isLit: boolean) => (isLit ? ' is-lit' : '');
  return (
    // biome-ignore lint/a11y/useSemanticElements: a table has no place for cells that are not in sight
    <div
      class="matrix"
      ref={box}
      role="grid"
      aria-label={label}
      aria-rowcount={lines.length + 1}
      aria-colcount={ports.length + 1}
      onScroll={measure}
      onKeyDown={pressed}
      onClick={tapped}
    >
      <div
        class="matrix-all"
        role="presentation"
        style={{
          width: `${headPx.left + ports.length * cellPx}px`,
          height: `${headPx.top + lines.length * cellPx}px`,
        }}
      >
        {ports.length > 0 && (
          // biome-ignore lint/a11y/useSemanticElements: see above
          // biome-ignore lint/a11y/useFocusableInteractive: see above
          <div role="row" aria-rowindex={1} class="matrix-head" style={{ height: `${headPx.top}px` }}>
            {range(ofPorts).map((n) => {
              const port = ports[n] as PatchPort;
              return (
                // biome-ignore lint/a11y/useSemanticElements: see above
                // biome-ignore lint/a11y/useFocusableInteractive: see above
                <div
                  key={port.id}
                  role="columnheader"
                  aria-colindex={n + 2}
                  class={`matrix-port${lit(n === at.port)}${port.isPresent ? '' : ' is-absent'}`}
                  style={{ left: `${headPx.left + n * cellPx}px`, width: `${cellPx}px` }}
                >
                  <span dir="auto">{port.label}</span>
                  {port.device !== '' && (
                    <small dir="auto">
                      <span class="unseen"> · </span>
                      {port.device}
                    </small>
                  )}
                </div>
              );
            })}
          </div>
        )}
        {range(ofLines).map((n) => {
          const line = lines[n] as PatchLine;
          return (
            // biome-ignore lint/a11y/useSemanticElements: see above
            // biome-ignore lint/a11y/useFocusableInteractive: see above
            <div
              key={line.key}
              role="row"
              aria-rowindex={n + 2}
              class={`matrix-line${lit(n === at.line)}`}
              style={{ top: `${headPx.top + n * cellPx}px`, height: `${cellPx}px` }}
            >
              {/* biome-ignore lint/a11y/useSemanticElements: see above */}
              {/* biome-ignore lint/a11y/useFocusableInteractive: see above */}
              <div
                role="rowheader"
                class="matrix-strip"
                data-colour={colourOf(line.path)}
                style={{ width: `${headPx.left}px` }}
              >
                <span dir="auto">{line.words}</span>
                <i class="plate-bar" />
              </div>
              {range(ofPorts).map((m) => {
                const port = ports[m] as PatchPort;
                const state = side.stateOf(line, port.id);
                const isAt = n === at.line && m === at.port;
                return (
                  // biome-ignore lint/a11y/useSemanticElements: see above
                  <div
                    key={port.id}
                    role="gridcell"
                    tabIndex={isAt ? 0 : -1}
                    aria-colindex={m + 2}
                    aria-selected={state !== 'empty'}
                    aria-label={`${line.words}, ${port.words}, ${t(`show.cell.${state}`)}`}
                    data-line={n}
                    data-port={m}
                    data-state={state}
                    class={`matrix-cell${lit(m === at.port)}${isAt ? ' is-at' : ''}`}
                    style={{ left: `${headPx.left + m * cellPx}px`, width: `${cellPx}px` }}
                  >
                    {state !== 'empty' && <i>{signs[state]}</i>}
                  </div>
                );
              })}
            </div>
          );
        })}
      </div>
    </div>
  );
}

/** First and one behind the last of what a scrolled length shows, with some to spare. */
function span(from: number, length: number, count: number): readonly [number, number] {
  const first = Math.max(0, Math.floor(from / cellPx) - spare);
  return [first, Math.min(count, first + Math.ceil(length / cellPx) + 2 * spare)];
}

const range = ([from, to]: readonly [number, number]) =>
  Array.from({ length: Math.max(0, to - from) }, (_, n) => from + n);

/** The scroll position at which a row or column is whole. */
function intoSight(from: number, place: number, length: number): number {
  return Math.max(Math.min(from, place * cellPx), (place + 1) * cellPx - length);
}
