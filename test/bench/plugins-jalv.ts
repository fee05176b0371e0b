// Plugins in the host that others use, one after the other: a client of JACK for each, in one cycle.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { until } from '../../hardware-drivers/pipewire/test/daemon.ts';
import { root } from '../harness/service.ts';
import { peakDb } from '../harness/sound.ts';
import { Judge } from '../jack/judge.ts';
import { JackServer, whyNoJack } from '../jack/server.ts';
import { blockFrames } from './driven-desk.ts';

const seconds = 8;
const rate = 48_000;
const source = join(root, 'test/jack/judge.c');
const tone = { frequencyHz: 997, levelDb: -20, records: false, source };

export interface JalvCycles {
  /** Microseconds of a cycle from the tone through all plugins, beyond a client that hears the tone itself. */
  readonly median: number;
  readonly p99: number;
  readonly cycles: number;
}

/**
 * A reason, in words, where they can't be run here. The plugin has one audio input `in` and one output `out`. `bundles`: a folder with its
 * bundle alone, since each jalv reads all that it finds.
 */
export async function jalvUs(copies: number, plugin: string, bundles: string): Promise<JalvCycles | string> {
  const lacks = whyNoJack([spawnSync('which', ['jalv']).status === 0, 'jalv']);
  if (lacks !== '') return lacks;
  const server = new JackServer({ frames: blockFrames, isRealTime: true });
  const hosts: ChildProcess[] = [];
  try {
    await server.start();
    const names = Array.from({ length: copies }, (_, n) => `plugin-${n + 1}`);
    const env = { ...process.env, ...server.forClients, JACK_NO_START_SERVER: '1', LV2_PATH: bundles };
    const ended = () => hosts.filter(({ exitCode, signalCode }) => exitCode !== null || signalCode !== null).length;
    // One after the other: all at once, the first are late while the others load.
    for (const name of names) {
      // A jalv runs for as long as it may hear of commands.
      hosts.push(spawn('jalv', ['-x', '-n', name, plugin], { env, stdio: ['pipe', 'ignore', 'ignore'] }));
      await until(`jalv ${name}`, () => ended() > 0 || server.ports().includes(`${name}:out`));
      if (ended() > 0) return `jackd let go of ${ended()} of ${copies} jalv`;
    }
    const from = await Judge.start(server, { ...tone, name: 'tone', outputs: 1, inputs: 0 });
    const listener = { ...tone, outputs: 0, inputs: 1 };
    const behind = await Judge.start(server, { ...listener, name: 'behind', records: true });
    const beside = await Judge.start(server, { ...listener, name: 'beside' });
    let last = 'tone:out_1';
    for (const name of names) {
      server.run('jack_connect', last, `${name}:in`);
      last = `${name}:out`;
    }
    server.run('jack_connect', last, 'behind:in_1');
    server.run('jack_connect', 'tone:out_1', 'beside:in_1');
    await new Promise((resolve) => setTimeout(resolve, seconds * 1000));
    const [all, none] = [await behind.end(), await beside.end()];
    await from.end();
    if (ended() > 0) return `jackd let go of ${ended()} of ${copies} jalv`;
    const heardDb = peakDb((all.channels[1] as Float64Array).slice(-rate / 10));
    if (Math.abs(heardDb - tone.levelDb) > 1) return `the tone comes at ${heardDb} dB through ${copies} jalv`;
    const { median, p99 } = all.wokenUs;
    return { median: median - none.wokenUs.median, p99: p99 - none.wokenUs.median, cycles: all.cycles };
  } finally {
    await Promise.all(hosts.map(end));
    await server.remove();
  }
}

function end(host: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    if (host.exitCode !== null || host.signalCode !== null) return resolve();
    host.once('exit', () => resolve());
    // One that ends in order waits for its server, which waits for the others that end.
    host.kill('SIGKILL');
  });
}
