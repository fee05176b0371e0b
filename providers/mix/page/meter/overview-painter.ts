// A small meter of the overview: one bar, of what comes in.
import { meterHeight } from './meter-scale.ts';
import { type Painter, Value } from './painter.ts';

const width = 12;
const highDb = -18;
const hotDb = -6;

export const overviewPainter: Painter = {
  head: 0,
  drawn: 1,
  paint(context, colours, place, values) {
    const { height } = place;
    const wide = Math.min(place.width, Math.round(width * place.ratio));
    const x = place.x + ((place.width - wide) >> 1);
    context.fillStyle = colours.well;
    context.fillRect(x, place.y, wide, height);
    const level = values[Value.pre] as number;
    context.fillStyle =
      level > meterHeight(hotDb) * height
        ? colours.hot
        : level > meterHeight(highDb) * height
          ? colours.high
          : colours.meter;
    context.fillRect(x, place.y + height - level, wide, level);
  },
};
