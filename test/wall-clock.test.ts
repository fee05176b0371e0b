// The clock on the wall is set while a desk runs: by hand, by NTP, by a battery that is empty. What sounds, waits or times out in the
// processes of drivers goes by CLOCK_MONOTONIC; this list has what reads the other one, and why a step of it does no harm there.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));
const skipped = new Set(['node_modules', 'dist', 'build', 'test', 'bench']);

const readers: Readonly<Record<string, string>> = {
  'core/audio/process/analysis-sender.ts': 'The time of a spectrum in a row.',
  'core/audio/process/meter-sender.ts': 'The time of meters in a row; a held peak ends where it is set.',
  'core/audio/process/run.ts': 'The time before a line of the log.',
  'core/audio/process/virtual-graph.ts': 'The time of a link in a row.',
  'hardware-drivers/aes67/src/clocks.cc':
    'Media time of AES67 is this clock; a step is a gap that fades, and is counted.',
  'hardware-drivers/aes67/src/clocks.h': 'Declares it.',
  'hardware-drivers/aes67/src/network_thread.h': 'Takes it as a parameter.',
  'hardware-drivers/aes67/src/sockets.cc': 'The arrival of packets in media time: SO_TIMESTAMPNS has no other clock.',
  'hardware-drivers/aes67-sessions/js/mdns/descriptions.ts': 'The time of a session in a row.',
  'hardware-drivers/aes67-sessions/js/mdns/neighbours.ts': 'The time of a refusal in a row.',
  'hardware-drivers/aes67-sessions/js/net/net-part.ts': 'The time of a change in a row.',
  'hardware-drivers/aes67-sessions/js/own-sessions.ts': 'The version of a description, which never goes back.',
  'hardware-drivers/aes67-sessions/js/ptp/observer.ts': 'The time of a change in a row.',
  'hardware-drivers/aes67-sessions/js/sap/receiver.ts': 'The time of a session in a row.',
  'hardware-drivers/aes67-sessions/js/sessions-part.ts': 'Handed to the versions of descriptions.',
  'hardware-drivers/aes67-sessions/js/timers.ts': 'Handed to the others of this package.',
  'hardware-drivers/lib/cycles/js/figures.ts': 'The time of the last xrun in a row.',
  'hardware-drivers/lv2/js/kept-states.ts': 'The time of a file, which the removal of old states reads.',
  'hardware-drivers/lv2/js/strikes.ts': 'The time of a fault, in its words.',
  'hardware-drivers/lv2/js/timers.ts': 'Handed to the faults of plugins.',
  'hardware-drivers/mixer/js/clips.ts': 'The time of the last clip in a row.',
  'hardware-drivers/mixer/js/mixer.ts': 'The time of a notch in a row.',
  'hardware-drivers/pipewire/js/server.ts': 'The time of a link in a row.',
  'hardware-drivers/recorder/js/playing.ts': 'The position between two reports, within 3 s.',
  'hardware-drivers/recorder/js/take-recovery.ts':
    'Whether a take was left just now; the end of its last part since the boot counts, too.',
  'hardware-drivers/recorder/js/take-under-way.ts':
    'The time of a part in its document; parts join by CLOCK_MONOTONIC.',
  'hardware-drivers/recorder/src/recording/track_files.cc': 'Date and time in a file.',
};

// `wait_until` and timed locks of pthreads go by the wall unless a steady time is given; `wait_for` goes by the steady one.
const native =
  /\bCLOCK_(REALTIME|TAI)\b|\bSO_TIMESTAMP|system_clock|gettimeofday|\b(sem|mq|pthread_mutex|pthread_cond)_timed|[^_.\w]time\((nullptr|NULL|0)\)|\bwait_until\b/;
const script = /\bDate\.now\b|\bnew Date\(\)|\bwallMs\(\)|[tT]ime\.now\(\)/;

function filesUnder(folder: string): readonly string[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    if (skipped.has(entry.name)) return [];
    const path = `${folder}/${entry.name}`;
    return entry.isDirectory() ? filesUnder(path) : [path];
  });
}

const code = (path: string) => readFileSync(join(root, path), 'utf8').replace(/\/\*[\s\S]*?\*\/|\/\/.*/g, '');

function reads(path: string): boolean {
  if (/\.(cc|c|h)$/.test(path)) return native.test(code(path));
  const isSource = path.endsWith('.ts') && !/\.(test|d)\.ts$|-double\.ts$|-fixture\.ts$/.test(path);
  return isSource && script.test(code(path));
}

test('the processes of drivers read the clock on the wall where the list says so, and nowhere else', () => {
  const files = ['hardware-drivers', 'core/audio/process', 'core/driver'].flatMap(filesUnder);
  expect(files.filter(reads).sort()).toEqual(Object.keys(readers).sort());
});

test('a use of the wrong clock is found', () => {
  for (const line of [
    'clock_gettime(CLOCK_REALTIME, &now);',
    'pthread_cond_timedwait(&condition, &mutex, &until);',
    'condition.wait_until(lock, deadline);',
    'const auto now = std::chrono::system_clock::now();',
    'srand(time(nullptr));',
  ]) {
    expect(native.test(line), line).toBe(true);
  }
  for (const line of [
    'changed_.wait_for(lock, 5ms);',
    'return time(0.0f, -10.0f);',
    'clock_gettime(CLOCK_MONOTONIC, &now);',
  ]) {
    expect(native.test(line), line).toBe(false);
  }
});
