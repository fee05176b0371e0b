import { spawn } from 'node:child_process';

/** Runs a program; resolves to its exit code (127 when it can't be run) and all that it wrote. */
export function run(program, args, options = {}) {
  return new Promise((resolve) => {
    const child = spawn(program, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
    let log = '';
    const keep = (chunk) => {
      log += chunk;
    };
    child.stdout.setEncoding('utf8').on('data', keep);
    child.stderr.setEncoding('utf8').on('data', keep);
    child.on('error', (error) => resolve({ code: 127, log: `${program}: ${error.message}\n` }));
    child.on('close', (code) => resolve({ code: code ?? 1, log }));
  });
}
