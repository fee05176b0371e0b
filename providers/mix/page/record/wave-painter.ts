// Draws waveforms of tracks one below the other, with what is missing of them. All lengths are device pixels.
import { clockWords } from '../scale/clock-words.ts';
import type { Drawn, Peaks } from './take-row.ts';
import { partsOf, scaleOf, type WaveWindow, zoomFor } from './wave-window.ts';

export interface WaveColours {
  readonly wave: string;
  readonly text: string;
  readonly line: string;
  readonly marker: string;
  readonly gap: string;
  readonly cursor: string;
  readonly loop: string;
}

export function waveColours(): WaveColours {
  const style = getComputedStyle(document.documentElement);
  const token = (name: string) => style.getPropertyValue(`--${name}`).trim();
  return {
    ...{ wave: token('meter'), text: token('text'), line: token('edge'), marker: token('accent') },
    ...{ gap: token('danger'), cursor: token('text'), loop: token('send') },
  };
}

export interface WavePicture {
  readonly take: Drawn;
  readonly window: WaveWindow;
  /** By the number of the track; undefined while it is loaded. */
  readonly peaks: ReadonlyMap<number, Peaks>;
  readonly cursorS: number | undefined;
  readonly loop: { readonly fromS: number; readonly toS: number } | undefined;
  /** Of the first track, from the top of the canvas; negative when scrolled. */
  readonly topPx: number;
  readonly rulerPx: number;
  readonly rowPx: number;
  readonly ratio: number;
}

export function paintWaves(context: CanvasRenderingContext2D, colours: WaveColours, picture: WavePicture): void {
  const { width, height } = context.canvas;
  const { take, window, topPx, rowPx, rulerPx } = picture;
  const spanS = Math.max(1e-6, window.toS - window.fromS);
  const xOf = (atS: number) => ((atS - window.fromS) / spanS) * width;
  context.clearRect(0, 0, width, height);
  context.lineWidth = Math.max(1, Math.round(picture.ratio));
  take.tracks.forEach((track, place) => {
    const top = topPx + place * rowPx;
    if (top + rowPx < rulerPx || top > height) return;
    context.strokeStyle = colours.line;
    line(context, 0, top + rowPx, width, top + rowPx);
    const peaks = picture.peaks.get(track.number);
    if (peaks !== undefined) paintTrack(context, colours.wave, { peaks, window, top, height: rowPx });
  });
  for (const { fromS, toS } of partsOf(take.parts, take.rate)) {
    if (toS > fromS) hatch(context, colours.line, xOf(fromS), xOf(toS), rulerPx);
    else if (fromS > 0) dashed(context, colours.line, xOf(fromS));
  }
  for (const { atS, lengthMs } of take.dropouts) {
    hatch(context, colours.gap, xOf(atS), Math.max(xOf(atS) + 3 * picture.ratio, xOf(atS + lengthMs / 1000)), rulerPx);
  }
  context.clearRect(0, 0, width, rulerPx);
  paintRuler(context, colours, picture, xOf);
}

function paintTrack(
  context: CanvasRenderingContext2D,
  colour: string,
  of: { readonly peaks: Peaks; readonly window: WaveWindow; readonly top: number; readonly height: number },
): void {
  const { peaks, window, top, height } = of;
  const { width } = context.canvas;
  const framesPerPixel = ((window.toS - window.fromS) * peaks.rate) / width;
  const zoom = zoomFor(peaks.zooms, framesPerPixel);
  if (zoom === undefined) return;
  context.fillStyle = colour;
  const legPx = height / zoom.channels.length;
  zoom.channels.forEach(({ lowest, highest }, leg) => {
    const middle = top + (leg + 0.5) * legPx;
    const scale = (legPx / 2 - 1) / peaks.fullScale;
    for (let x = 0; x < width; x++) {
      const first = Math.floor((window.fromS * peaks.rate + x * framesPerPixel) / zoom.framesPerPeak);
      const end = Math.ceil((window.fromS * peaks.rate + (x + 1) * framesPerPixel) / zoom.framesPerPeak);
      let [low, high] = [0, 0];
      for (let at = Math.max(0, first); at < end && at < lowest.length; at++) {
        low = Math.min(low, lowest[at] as number);
        high = Math.max(high, highest[at] as number);
      }
      if (first < lowest.length) context.fillRect(x, middle - high * scale, 1, Math.max(1, (high - low) * scale));
    }
  });
}

function paintRuler(
  context: CanvasRenderingContext2D,
  colours: WaveColours,
  { take, window, cursorS, loop, ratio, rulerPx }: WavePicture,
  xOf: (atS: number) => number,
): void {
  const { width, height } = context.canvas;
  context.font = `${12 * ratio}px system-ui, sans-serif`;
  context.textBaseline = 'alphabetic';
  context.fillStyle = colours.text;
  context.strokeStyle = colours.line;
  for (const atS of scaleOf(window, width / (90 * ratio))) {
    line(context, xOf(atS), rulerPx - 6 * ratio, xOf(atS), rulerPx);
    context.fillText(clockWords(atS + 1e-6), xOf(atS) + 3 * ratio, rulerPx - 4 * ratio);
  }
  if (loop !== undefined) {
    context.fillStyle = colours.loop;
    context.fillRect(xOf(loop.fromS), rulerPx - 3 * ratio, Math.max(2, xOf(loop.toS) - xOf(loop.fromS)), 3 * ratio);
    context.strokeStyle = colours.loop;
    for (const atS of [loop.fromS, loop.toS]) line(context, xOf(atS), 0, xOf(atS), height);
  }
  context.fillStyle = colours.marker;
  context.strokeStyle = colours.marker;
  for (const [place, { atS, label }] of take.markers.entries()) {
    line(context, xOf(atS), 4 * ratio, xOf(atS), height);
    context.fillText(`⚑ ${label || place + 1}`, xOf(atS) + 3 * ratio, 14 * ratio);
  }
  context.fillStyle = colours.gap;
  for (const { atS } of take.dropouts) context.fillText('▲', xOf(atS), 14 * ratio);
  if (cursorS === undefined) return;
  context.fillStyle = colours.cursor;
  context.fillRect(xOf(cursorS) - ratio, 0, 2 * ratio, height);
}

function line(context: CanvasRenderingContext2D, x0: number, y0: number, x1: number, y1: number): void {
  context.beginPath();
  context.moveTo(x0, y0);
  context.lineTo(x1, y1);
  context.stroke();
}

function dashed(context: CanvasRenderingContext2D, colour: string, x: number): void {
  context.strokeStyle = colour;
  context.setLineDash([4, 4]);
  line(context, x, 0, x, context.canvas.height);
  context.setLineDash([]);
}

const hatchPx = 8;

/** Where there is no sound: stripes, whatever the colour. */
function hatch(context: CanvasRenderingContext2D, colour: string, from: number, to: number, top: number): void {
  const { width, height } = context.canvas;
  if (to < 0 || from > width) return;
  const [left, right] = [Math.max(0, from), Math.min(width, to)];
  context.save();
  context.beginPath();
  context.rect(left, top, right - left, height - top);
  context.clip();
  context.strokeStyle = colour;
  for (let x = left - height; x < right; x += hatchPx) line(context, x, height, x + height, 0);
  line(context, left, top, left, height);
  line(context, right, top, right, height);
  context.restore();
}
