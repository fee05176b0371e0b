// The meters of a bank: one canvas, drawn where the strips have their slots (`.meter-slot[data-strip]`), and the clip lights.
import { useSignal } from '@preact/signals';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { useRows } from '../desk/rows.ts';
import { ClipLight, type ClipPlace } from './clip-light.tsx';
import { followLevels } from './levels.ts';
import { MeterCanvas } from './meter-canvas.ts';
import { watchSlots } from './slots.ts';
import { stripPainter } from './strip-painter.ts';
import './meter.css';

/** It lies over its parent, in which the slots are. Without strips it keeps its canvas for others. */
export function MeterLayer({ strips }: { readonly strips: readonly string[] }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const places = useSignal<readonly ClipPlace[]>([]);
  useRows(strips.map((path) => `${path}/clip`));
  useLayoutEffect(() => {
    places.value = [];
    if (strips.length === 0) return;
    const shown = canvas.current as HTMLCanvasElement;
    const layer = shown.closest('.meter-layer') as HTMLElement;
    const meters = new MeterCanvas(shown, stripPainter);
    meters.setStrips(strips);
    const slots = { root: layer.parentElement as HTMLElement, layer, selector: '.meter-slot[data-strip]' };
    const stopSlots = watchSlots(slots, strips, (now) => {
      meters.setSlots(now);
      places.value = strips.flatMap((path, n) => {
        const place = now.places[n];
        if (place === undefined) return [];
        const x = now.box.x + (place.x + place.width / 2) / now.ratio;
        return [{ path, x, y: now.box.y + place.y / now.ratio }];
      });
    });
    const stopLevels = followLevels((levels) => meters.take(levels));
    return () => {
      stopLevels();
      stopSlots();
      meters.close();
    };
  }, [strips.join(' ')]);
  return (
    <div class="meter-layer">
      <div aria-hidden="true">
        <canvas ref={canvas} width={0} height={0} hidden={strips.length === 0} />
      </div>
      {places.value.map((place) => (
        <ClipLight key={place.path} place={place} />
      ))}
    </div>
  );
}
