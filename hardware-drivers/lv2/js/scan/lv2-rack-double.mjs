#!/usr/bin/env node
// Stands for `lv2-rack --probe`: what a plugin does is in its URI.
import { appendFileSync, existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

const [, format, uri, bundle] = process.argv.slice(2);
appendFileSync(join(dirname(bundle), 'probes.log'), `${format} ${uri}\n`);
const say = (message) => process.stdout.write(`${JSON.stringify(message)}\n`);
console.log('A line of a plugin');
if (uri.includes('crash')) process.kill(process.pid, 'SIGSEGV');
else if (uri.includes('hang')) setInterval(() => {}, 1e6);
else if (uri.includes('starved')) {
  setInterval(() => {
    if (!existsSync(join(dirname(bundle), 'go'))) return;
    say({ ok: true, latencyFrames: 64, meanUs: 12.5 });
    process.exit(0);
  }, 1);
} else if (uri.includes('quiet')) process.exit(0);
else if (uri.includes('bad')) say({ ok: false, reason: 'It gave a value that is not finite.' });
else if (uri.includes('odd')) say({ ok: true, latencyFrames: -4 });
else {
  say({ ok: true, latencyFrames: 64, meanUs: 12.5 });
  if (uri.includes('late')) process.stdout.write('', () => process.kill(process.pid, 'SIGABRT'));
}
