// What the built mix page weighs: the bytes that a browser gets, each file as gzip.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

/** kB (1000 bytes) at most. Strips are there after half a second on a crowded Wi-Fi of 1 Mbit/s, every view after 1.3 s. */
export const limits = { first: 60, all: 162 } as const;

export interface Weight {
  /** Names of the files that `/mix` loads before any other view is opened. */
  readonly first: readonly string[];
  readonly firstKb: number;
  readonly all: readonly string[];
  readonly allKb: number;
}

/** `root`: of a built checkout. */
export function weightOf(root: string): Weight {
  const folder = join(root, 'dist/providers/mix/page/dist');
  const index = readFileSync(join(folder, 'index.html'), 'utf8');
  const named = [...index.matchAll(/(?:href|src)="\/mix\/([^"]+)"/g)].map(([, file]) => file as string);
  const first = ['index.html', ...named];
  const all = readdirSync(folder).filter((file) => /\.(js|css|html)$/.test(file));
  const kB = (files: readonly string[]) =>
    files.reduce((sum, file) => sum + gzipSync(readFileSync(join(folder, file)), { level: 9 }).length, 0) / 1000;
  return { first, firstKb: kB(first), all, allKb: kB(all) };
}
