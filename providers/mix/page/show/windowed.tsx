// A list of any length of which only the rows in sight are in the document. Arrows go from row to row.
import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { remPx } from '../frame/size.ts';

export interface WindowedProps<T> {
  readonly items: readonly T[];
  /** Height of every row. */
  readonly rowRem: number;
  readonly label: string;
  readonly keyOf: (item: T) => string;
  readonly row: (item: T, place: number) => ComponentChildren;
  /** Said instead of an empty list. */
  readonly none: string;
  /** Scrolled into sight when the list appears. */
  readonly first?: number;
}

/** Rows above and below what is in sight: the next of a Tab is there before it is seen. */
const spare = 4;
const focusable = 'button, input, select, [tabindex="0"]';

export function Windowed<T>({ items, rowRem, label, keyOf, row, none, first = 0 }: WindowedProps<T>) {
  const box = useRef<HTMLDivElement>(null);
  const from = useSignal(0);
  const seen = useSignal(16);
  const rowPx = rowRem * remPx.value;

  useLayoutEffect(() => {
    const element = box.current as HTMLDivElement;
    const measure = new ResizeObserver(([entry]) => {
      if (entry !== undefined) seen.value = Math.ceil(entry.contentRect.height / rowPx) + 1;
    });
    measure.observe(element);
    return () => measure.disconnect();
  }, [rowPx, seen]);
  const isFilled = items.length > 0;
  useLayoutEffect(() => {
    if (isFilled && first > 2) (box.current as HTMLDivElement).scrollTop = (first - 2) * rowPx;
  }, [isFilled]);

  const start = Math.max(0, Math.min(from.value, items.length - seen.value) - spare);
  const shown = items.slice(start, start + seen.value + 2 * spare);
  const scrolled = () => {
    from.value = Math.floor((box.current?.scrollTop ?? 0) / rowPx);
  };
  const pressed = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const at = (event.target as HTMLElement).closest<HTMLElement>('[aria-posinset]');
    if (step === undefined || at === null || (event.target as HTMLElement).matches('select, input')) return;
    const next = step > 0 ? at.nextElementSibling : at.previousElementSibling;
    const control = next?.querySelector<HTMLElement>(focusable);
    if (!control) return;
    event.preventDefault();
    control.focus();
  };
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is scrolled by keys, whatever its rows have
    // biome-ignore lint/a11y/noStaticElementInteractions: keys go from control to control of the rows
    <div class="windowed" ref={box} tabIndex={0} onScroll={scrolled} onKeyDown={pressed}>
      {items.length === 0 && <p class="quiet">{none}</p>}
      {/* biome-ignore lint/a11y/useSemanticElements: rows are placed by numbers, as a list of any length */}
      <div role="list" aria-label={label} style={{ height: `${items.length * rowPx}px` }}>
        <div role="presentation" style={{ transform: `translateY(${start * rowPx}px)` }}>
          {shown.map((item, n) => (
            // biome-ignore lint/a11y/useSemanticElements: see above
            <div
              key={keyOf(item)}
              role="listitem"
              class="windowed-row"
              aria-posinset={start + n + 1}
              aria-setsize={items.length}
              style={{ height: `${rowPx}px` }}
            >
              {row(item, start + n)}
            </div>
          ))}
        </div>
      </div>
    </div>
  );
}
