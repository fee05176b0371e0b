import { spawn } from 'node:child_process';

/** One promise for each program that runs; each resolves when its output has closed. */
const running = new Set();
let isEnding = false;

/**
 * Runs a program; resolves to its exit code (127 when it can't be run), all that it wrote, and the signal that ended it,
 * if one did. `line` is called with each line of its stdout.
 */
export function run(program, args, options = {}, line = undefined) {
  return new Promise((resolve) => {
    const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'], ...options });
    let log = '';
    let begun = '';
    const keep = (chunk) => {
      log += chunk;
    };
    child.stdout?.setEncoding('utf8').on('data', (chunk) => {
      keep(chunk);
      if (!line) return;
      const lines = (begun + chunk).split('\n');
      begun = lines.pop();
      for (const each of lines) line(each);
    });
    child.stderr?.setEncoding('utf8').on('data', keep);
    const closed = new Promise((end) => {
      const ends = (result) => {
        running.delete(closed);
        end();
        // A program that was ended with the build has no result.
        if (!isEnding) resolve(result);
      };
      child.on('error', (error) => ends({ code: 127, log: `${program}: ${error.message}\n` }));
      child.on('close', (code, signal) => ends({ code: code ?? 1, log, ...(signal && { signal }) }));
    });
    running.add(closed);
  });
}

/** From now on no program has a result; resolves when those that run have ended. */
export async function endRuns() {
  isEnding = true;
  await Promise.all(running);
}
