// `npm run bench [NAME...]`: a report, never a test. All of it writes test/bench/RESULTS.md; named parts only print.
import { join } from 'node:path';
import { root, stopServices } from '../harness/service.ts';
import { broadcast, faders, getRate, patchRate, patchToWatchers } from './http.ts';
import { life } from './life.ts';
import { mixer } from './mixer.ts';
import { panic } from './panic.ts';
import { recall } from './recall.ts';
import { type Figure, line, writeReport } from './report.ts';
import { manyScenes } from './scenes.ts';
import { slowReader } from './slow-reader.ts';
import { patchToSample } from './sound.ts';

const parts: Record<string, () => Promise<Figure[]>> = {
  get: getRate,
  patch: patchRate,
  watch: patchToWatchers,
  broadcast,
  faders,
  'slow-reader': slowReader,
  sound: patchToSample,
  panic,
  recall,
  scenes: manyScenes,
  mixer,
  life,
};

const asked = process.argv.slice(2);
const unknown = asked.filter((name) => !(name in parts));
if (unknown.length > 0) {
  console.error(`no part ${unknown.join(', ')}; there are ${Object.keys(parts).join(', ')}`);
  process.exit(2);
}
const figures: Figure[] = [];
for (const [name, part] of Object.entries(parts)) {
  if (asked.length > 0 && !asked.includes(name)) continue;
  console.error(`... ${name}`);
  try {
    for (const figure of await part()) {
      figures.push(figure);
      console.log(line(figure));
    }
  } finally {
    await stopServices();
  }
}
if (asked.length === 0) writeReport(join(root, 'test/bench/RESULTS.md'), figures);
process.exit(0);
