// The scale of a meter: wide where levels matter.

/** Pairs of dBFS and share of the height. */
const points = [
  ...[[-70, 0] as const, [-60, 0.025] as const, [-50, 0.075] as const, [-40, 0.15] as const, [-30, 0.3] as const],
  ...[[-20, 0.5] as const, [-18, 0.55] as const, [-10, 0.75] as const, [-6, 0.85] as const, [0, 1] as const],
];

/** dBFS that a meter marks: a scale of its own, which is not the fader's beside it. */
export const meterMarksDb = [0, -6, -18, -40];

/** What stands at the bottom: silence. */
export const floorDb = -70;

/** Share of the height, 0 to 1; linear between the points. */
export function meterHeight(db: number): number {
  if (!(db > floorDb)) return 0;
  for (let n = 1; n < points.length; n++) {
    const [above, share] = points[n] as readonly [number, number];
    if (db > above) continue;
    const [below, shareBelow] = points[n - 1] as readonly [number, number];
    return shareBelow + ((db - below) / (above - below)) * (share - shareBelow);
  }
  return 1;
}
