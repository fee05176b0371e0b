// `npm start`: has what the first sound needs built by a process of its own, then becomes the service, in this one process so that
// signals reach it. Nothing of the build stays in its memory.
import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { fileURLToPath } from 'node:url';
import { requireNode } from './steps/node-version.mjs';

requireNode();

const fileOf = (path) => fileURLToPath(new URL(path, import.meta.url));
const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];
let signalled;

// A session of its own: a signal for this process reaches the build once, from here. Its stdin ends with this process.
const child = spawn(process.execPath, [fileOf('./build-first.mjs')], { detached: true, stdio: ['pipe', 'pipe', 2] });
const pass = (signal) => {
  signalled = signalled || signal;
  child.kill('SIGTERM');
};
for (const signal of signals) process.on(signal, pass);
let left = '';
child.stdout.setEncoding('utf8').on('data', (text) => {
  left += text;
});
child.on('error', (error) => process.stderr.write(`The build can't be started: ${error.message}\n`));
child.on('close', (code) => {
  for (const signal of signals) process.off(signal, pass);
  if (signalled !== undefined) {
    process.stderr.write('The build was ended. The next npm start goes on from there.\n');
    process.exit(128 + constants.signals[signalled]);
  }
  if (code !== 0) process.exit(1);
  const names = JSON.parse(left);
  const words = names.length === 0 ? [] : ['--build', names.join(',')];
  const main = fileOf('../dist/cli/main.js');
  process.argv.splice(1, 1, main, 'start', ...words);
  import(main);
});
