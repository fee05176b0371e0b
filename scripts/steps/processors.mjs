// The file of processors that a mixer's manifest names, gathered from one description per processor.
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { root } from './places.mjs';

/**
 * Writes `dist/processors.json` of each driver with `src/processors/list.h`: the descriptions `src/processors/<name>.json` of
 * the headers that the list includes, in its order. Throws Error for a header without a description.
 */
export function gatherProcessors() {
  for (const name of readdirSync(`${root}/hardware-drivers`)) {
    const folder = `${root}/hardware-drivers/${name}`;
    if (existsSync(`${folder}/src/processors/list.h`)) gather(folder);
  }
}

function gather(folder) {
  const list = readFileSync(`${folder}/src/processors/list.h`, 'utf8');
  const names = [...list.matchAll(/^#include "processors\/(\w+)\.h"/gm)].map(([, name]) => name);
  const processors = names.flatMap((name) => JSON.parse(readFileSync(`${folder}/src/processors/${name}.json`, 'utf8')));
  const text = `${JSON.stringify({ processors }, undefined, 2)}\n`;
  const gathered = `${folder}/dist/processors.json`;
  if (existsSync(gathered) && readFileSync(gathered, 'utf8') === text) return;
  mkdirSync(`${folder}/dist`, { recursive: true });
  // Renamed, because a driver process may read the file meanwhile.
  const written = `${gathered}.${process.pid}`;
  writeFileSync(written, text);
  renameSync(written, gathered);
}

/** For vitest, so that tests need no build for it. */
export { gatherProcessors as setup };
