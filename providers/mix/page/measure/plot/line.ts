// A line of a plot: its points, as paths of SVG, and its value at the cursor.
import { type Axis, placeOn } from './axis.ts';

export interface Line {
  readonly id: string;
  readonly label: string;
  /** 0 to 3: its colour and its dashes, the same for all lines of a result. */
  readonly place: number;
  /** Ascending. */
  readonly xs: readonly number[];
  readonly ys: readonly number[];
  /** True where a point is not to be trusted. */
  readonly faint?: readonly boolean[] | undefined;
}

export interface Picture {
  readonly x: Axis;
  readonly y: Axis;
  readonly width: number;
  readonly height: number;
  /** A step of y beyond this is not drawn: a phase that wraps. */
  readonly longestStep?: number;
}

export interface LinePaths {
  readonly strong: string;
  readonly faint: string;
}

/** A point of a path, and whether a stroke leads to it. */
interface Point {
  readonly at: number;
  readonly x: number;
}

/** Paths through the points in sight: one of those that are trusted, one of the faint. */
export function pathsOf(line: Line, picture: Picture): LinePaths {
  const { x, y, width, height, longestStep = Number.POSITIVE_INFINITY } = picture;
  const paths = { strong: '', faint: '' };
  const words = ({ at, x: px }: Point) => {
    const place = placeOn(y, line.ys[at] as number);
    // Far beyond the edge is no further than beyond the edge.
    return `${px.toFixed(1)} ${((1 - Math.min(1.5, Math.max(-0.5, place))) * height).toFixed(1)}`;
  };
  let last: Point | undefined;
  let drawn: 'strong' | 'faint' | undefined;
  for (const point of pointsInSight(line, x, width)) {
    const step = last === undefined ? 0 : Math.abs((line.ys[point.at] as number) - (line.ys[last.at] as number));
    if (last === undefined || step > longestStep) drawn = undefined;
    else {
      const kind = line.faint?.[point.at] === true || line.faint?.[last.at] === true ? 'faint' : 'strong';
      if (kind !== drawn) paths[kind] += `M${words(last)}`;
      paths[kind] += `L${words(point)}`;
      drawn = kind;
    }
    last = point;
  }
  return paths;
}

/** All finite points in sight with one beyond each edge; where several share a pixel, the lowest and the highest of them. */
function pointsInSight({ xs, ys }: Line, x: Axis, width: number): readonly Point[] {
  const points: Point[] = [];
  let column: Point[] = [];
  const flush = () => {
    if (column.length > 2) {
      const by = (a: Point, b: Point) => (ys[a.at] as number) - (ys[b.at] as number);
      const [lowest, highest] = [[...column].sort(by)[0] as Point, [...column].sort(by).at(-1) as Point];
      column = lowest.at < highest.at ? [lowest, highest] : [highest, lowest];
    }
    points.push(...column);
    column = [];
  };
  for (let at = 0; at < xs.length; at++) {
    if (!Number.isFinite(ys[at]) || placeOn(x, xs[at + 1] ?? (xs[at] as number)) < 0) continue;
    if (placeOn(x, xs[at - 1] ?? (xs[at] as number)) > 1) break;
    const px = placeOn(x, xs[at] as number) * width;
    if (column.length > 0 && Math.floor((column[0] as Point).x) !== Math.floor(px)) flush();
    column.push({ at, x: px });
  }
  flush();
  return points;
}

/** The place of the point that is nearest to x on the axis; undefined beyond the line's ends. */
export function nearest({ xs }: Pick<Line, 'xs'>, x: Axis, value: number): number | undefined {
  if (xs.length === 0) return undefined;
  let [low, high] = [0, xs.length - 1];
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if ((xs[middle] as number) <= value) low = middle;
    else high = middle;
  }
  const distance = (at: number) => Math.abs(placeOn(x, xs[at] as number) - placeOn(x, value));
  const at = distance(low) <= distance(high) ? low : high;
  const isBeyond = value < (xs[0] as number) || value > (xs[xs.length - 1] as number);
  return isBeyond && distance(at) > 0.02 ? undefined : at;
}
