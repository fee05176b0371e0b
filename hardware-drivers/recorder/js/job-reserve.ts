import { statfsSync } from 'node:fs';

/** What a job leaves free of a disk, in bytes: 5 % of it or 200 MB, the smaller. */
export function reserveBytes(folder: string): number {
  const { blocks, bsize } = statfsSync(folder);
  return Math.floor(Math.min(blocks * bsize * 0.05, 200e6));
}
