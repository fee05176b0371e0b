// What draws a strip's meter into its slot of the canvas. All lengths are device pixels.
import type { MeterColours } from './meter-colours.ts';

/** The slot of a strip on the canvas. */
export interface Place {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  /** Device pixels of a CSS pixel. */
  readonly ratio: number;
}

/** The numbers that a strip's meter is drawn from: heights of bars and peaks, a depth, and the number of legs. */
export const Value = { pre: 0, post: 1, prePeak: 3, postPeak: 4, reduction: 6, legs: 7, count: 8 } as const;

export interface Painter {
  /** CSS pixels of the slot above the bars. */
  readonly head: number;
  /** How many of the values it draws, from the first. */
  readonly drawn: number;
  /** Draws all of the slot, which is empty. */
  paint(context: CanvasRenderingContext2D, colours: MeterColours, place: Place, values: Int16Array): void;
}
