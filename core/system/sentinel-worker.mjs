// The thread of sentinel.ts: it adds up how long it looked without a new sign of life of the main thread. By its own looks,
// not by a clock: a machine that slept or was stopped held both. What the main thread waited for a processor does not count:
// it is slow then, and held by nothing.
import { appendFileSync, readFileSync, realpathSync, statSync, writeSync } from 'node:fs';
import { Session } from 'node:inspector';
import { sep } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { parentPort, workerData } from 'node:worker_threads';

const { signs, file, lookMs, heldMs } = workerData;
/** Code that can't be interrupted (a call of the system) has no readable stack. */
const lookPatienceMs = 2_000;
/** By the URL of the folder. */
const packages = new Map();
parentPort.on('message', ({ name, folder }) => packages.set(pathToFileURL(realpathSync(folder) + sep).href, name));

let lastSign = -1;
let lastWaitedMs = 0;
let withoutSignMs = 0;
setInterval(() => {
  const sign = Atomics.load(signs, 0);
  const waitedMs = waitedByMain();
  const before = withoutSignMs;
  withoutSignMs = sign === lastSign ? before + Math.max(0, lookMs - (waitedMs - lastWaitedMs)) : 0;
  lastSign = sign;
  lastWaitedMs = waitedMs;
  if (Math.floor(withoutSignMs / heldMs) > Math.floor(before / heldMs)) lookIntoStack(sign);
}, lookMs);

/** The main thread's id is the process's; 0 where the kernel does not count (proc(5), schedstat). */
function waitedByMain() {
  try {
    return Number(readFileSync(`/proc/self/task/${process.pid}/schedstat`, 'utf8').split(' ')[1]) / 1e6 || 0;
  } catch {
    return 0;
  }
}

/** Stops the main thread where it is; it goes on unless a package stands in its stack. */
function lookIntoStack(sign) {
  const session = new Session();
  session.connectToMainThread();
  const urls = new Map();
  const tooLong = setTimeout(() => session.disconnect(), lookPatienceMs);
  session.on('Debugger.scriptParsed', ({ params: { scriptId, url } }) => urls.set(scriptId, url));
  session.on('Debugger.paused', ({ params: { callFrames } }) => {
    clearTimeout(tooLong);
    for (const { location } of callFrames) {
      const url = urlOf(urls.get(location.scriptId) ?? '');
      const name = Atomics.load(signs, 0) === sign ? ownerOf(url) : undefined;
      if (name !== undefined) end(name, url, location.lineNumber + 1);
    }
    session.disconnect();
  });
  session.post('Debugger.enable');
  session.post('Debugger.pause');
}

function urlOf(name) {
  return name.startsWith('/') ? pathToFileURL(name).href : name;
}

function ownerOf(url) {
  for (const [folder, name] of packages) if (url.startsWith(folder)) return name;
  return undefined;
}

function end(name, url, line) {
  const where = `${fileURLToPath(url)}:${line}`;
  const seconds = heldMs / 1000;
  const msg = `the package ${name} holds the desk for ${seconds} s, in ${where}; the control process ends, the sound goes on`;
  writeSync(2, `${JSON.stringify({ level: 50, time: new Date().toISOString(), provider: name, where, msg })}\n`);
  try {
    note(name, url, line);
  } catch (error) {
    writeSync(
      2,
      `${JSON.stringify({ level: 40, time: new Date().toISOString(), msg: `it is not noted: ${error}` })}\n`,
    );
  }
  // Nothing else ends a process whose main thread does not come back.
  process.kill(process.pid, 'SIGKILL');
}

/** See PackageEvent in package-record.ts. */
function note(name, url, line) {
  const isFinal = Atomics.load(signs, 1) === 0;
  const event = {
    name,
    at: Number(process.hrtime.bigint() / 1_000_000n),
    boot: readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim().replaceAll('-', ''),
    did: `held the desk for ${heldMs / 1000} s${isFinal ? ' at its start' : ''}`,
    where: `in ${fileURLToPath(url)}:${line}`,
    isFinal,
    file: url,
    changedMs: statSync(fileURLToPath(url)).mtimeMs,
  };
  appendFileSync(file, `${JSON.stringify(event)}\n`, { mode: 0o600 });
}
