// The live spectrum behind the curve: watched and drawn while it is on the screen only.
import { effect } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { rowOf, useRows } from '../../desk/rows.ts';
import { isInSight } from '../../desk/visibility.ts';
import { placeOf } from './response.ts';

const lowestDb = -90;

export function Spectrum({ path }: { readonly path: string }) {
  const row = `${path}/spectrum`;
  const canvas = useRef<HTMLCanvasElement>(null);
  useRows(isInSight.value ? [row] : []);
  useEffect(() => {
    let frame = 0;
    const stop = effect(() => {
      rowOf(row).value;
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(() => canvas.current !== null && draw(canvas.current, row));
    });
    return () => {
      stop();
      cancelAnimationFrame(frame);
    };
  }, [row]);
  return (
    <div aria-hidden="true">
      <canvas ref={canvas} />
    </div>
  );
}

function draw(canvas: HTMLCanvasElement, path: string): void {
  const { clientWidth: width, clientHeight: height } = canvas;
  if (canvas.width !== width || canvas.height !== height) Object.assign(canvas, { width, height });
  const context = canvas.getContext('2d') as CanvasRenderingContext2D;
  context.clearRect(0, 0, width, height);
  const { row, life } = rowOf(path).peek();
  const frequenciesHz = row.frequenciesHz as readonly number[] | undefined;
  // What was heard before the connection broke is heard no more.
  if (life !== 'live' || frequenciesHz === undefined) return;
  const levelsDb = row.levelsDb as readonly number[];
  context.beginPath();
  context.moveTo(0, height);
  for (const [n, hz] of frequenciesHz.entries()) {
    const db = Math.min(0, Math.max(lowestDb, levelsDb[n] as number));
    context.lineTo(placeOf(hz) * width, (db / lowestDb) * height);
  }
  context.lineTo(width, height);
  const colour = getComputedStyle(canvas).color;
  context.strokeStyle = colour;
  context.fillStyle = colour;
  context.stroke();
  context.globalAlpha = 0.45;
  context.fill();
  context.globalAlpha = 1;
}
