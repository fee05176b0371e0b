// The meter of a strip, from the left: reduction, pre, post. Levels differ by shape too: solid up to -18 dB, blocks of 3 dB
// above, wider blocks from -6 dB.
import type { MeterColours } from './meter-colours.ts';
import { meterHeight, meterMarksDb } from './meter-scale.ts';
import { type Painter, Value } from './painter.ts';

/** CSS pixels from the left edge of 24, of each bar; `wider` is what its loud blocks have on either side. */
const reduction = { x: 0, width: 3 };
const pre = { x: 6, width: 4, wider: 2 };
const post = [
  [{ x: 15, width: 7, wider: 2 }],
  [
    { x: 15, width: 3, wider: 2 },
    { x: 19, width: 3, wider: 2 },
  ],
] as const;
const wholeWidth = 24;
/** Where solid ends, and where blocks end and begin. */
const edgesDb = [-18, -15, -12, -9, -6, -3, 0];
const hotFrom = edgesDb.indexOf(-6);
const gap = 2;
const peakHeight = 2;
const head = 14;
/** The frame of the clip light above the bars. */
const light = { height: 8, width: 24 };

interface Bar {
  readonly x: number;
  readonly width: number;
  readonly wider: number;
}

export const stripPainter: Painter = {
  head,
  drawn: Value.count,
  paint(context, colours, place, values) {
    const { ratio } = place;
    const px = (length: number) => Math.round(length * ratio);
    const left = place.x + Math.max(0, (place.width - px(wholeWidth)) >> 1);
    const top = place.y + px(head);
    const height = place.height - px(head);
    const bottom = top + height;
    const edges = edgesDb.map((db) => Math.round(meterHeight(db) * height));

    context.fillStyle = colours.line;
    frame(context, left, place.y + px(2), px(light.width), px(light.height), px(1));
    const bars: readonly Bar[] = post[values[Value.legs] === 2 ? 1 : 0];
    context.fillStyle = colours.well;
    for (const bar of [pre, ...bars]) context.fillRect(left + px(bar.x), top, px(bar.width), height);
    context.fillStyle = colours.edge;
    for (const db of meterMarksDb)
      context.fillRect(left + px(11), bottom - Math.round(meterHeight(db) * height), px(3), Math.max(1, px(1)));

    const depth = values[Value.reduction] as number;
    if (depth > 0) {
      context.fillStyle = colours.reduction;
      context.fillRect(left + px(reduction.x), top, px(reduction.width), depth);
    }
    const draw = (bar: Bar, level: number, peak: number) => {
      const x = left + px(bar.x);
      paintBar(context, colours, { ...{ x, bottom, level, edges }, width: px(bar.width), wider: px(bar.wider), px });
      if (peak <= 0) return;
      context.fillStyle = colours.peak;
      const y = Math.max(top, bottom - peak);
      context.fillRect(x - px(1), y, px(bar.width) + px(2), px(peakHeight));
    };
    draw(pre, values[Value.pre] as number, values[Value.prePeak] as number);
    bars.forEach((bar, leg) => {
      draw(bar, values[Value.post + leg] as number, values[Value.postPeak + leg] as number);
    });
  },
};

interface DrawnBar {
  readonly x: number;
  readonly bottom: number;
  readonly width: number;
  readonly wider: number;
  readonly level: number;
  readonly edges: readonly number[];
  readonly px: (length: number) => number;
}

function paintBar(context: CanvasRenderingContext2D, colours: MeterColours, bar: DrawnBar): void {
  const { x, bottom, width, wider, level, edges, px } = bar;
  const solid = Math.min(level, edges[0] as number);
  if (solid > 0) {
    context.fillStyle = colours.meter;
    context.fillRect(x, bottom - solid, width, solid);
  }
  for (let n = 0; n + 1 < edges.length; n++) {
    const from = (edges[n] as number) + Math.max(1, px(gap));
    const to = Math.min(level, edges[n + 1] as number);
    if (to <= from) return;
    const isHot = n >= hotFrom;
    const more = isHot ? wider : 0;
    context.fillStyle = isHot ? colours.hot : colours.high;
    context.fillRect(x - more, bottom - to, width + 2 * more, to - from);
  }
}

/** The outline of a rectangle, inside of it. */
function frame(context: CanvasRenderingContext2D, x: number, y: number, width: number, height: number, line: number) {
  context.fillRect(x, y, width, line);
  context.fillRect(x, y + height - line, width, line);
  context.fillRect(x, y, line, height);
  context.fillRect(x + width - line, y, line, height);
}
