// The order in which bundles are read and tried: what is used most, then the small ones. A desk has its first plugins early.
import { basename } from 'node:path';
import type { BundleOnDisk } from './folders.ts';

/** Small bundles of everyday use: equaliser, compressor, limiter, gate, reverb. */
const popular: readonly string[] = [
  ...['fil4.lv2', 'darc.lv2', 'dpl.lv2', 'ZamComp.lv2', 'ZamCompX2.lv2', 'ZamEQ2.lv2', 'ZamGate.lv2', 'ZamGateX2.lv2'],
  ...['DragonflyRoomReverb.lv2', 'DragonflyPlateReverb.lv2', 'DragonflyHallReverb.lv2', 'mda.lv2'],
];

/** Those of one rank and size stay in the order given. */
export function inOrderOfUse(bundles: readonly BundleOnDisk[]): BundleOnDisk[] {
  const rank = ({ path }: BundleOnDisk) => {
    const place = popular.indexOf(basename(path));
    return place < 0 ? popular.length : place;
  };
  return [...bundles].sort((a, b) => rank(a) - rank(b) || a.bytes - b.bytes);
}
