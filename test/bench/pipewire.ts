// The desk as a node of a PipeWire of its own, beside an empty client with as many ports in the same cycles.
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Daemon, until } from '../../hardware-drivers/pipewire/test/daemon.ts';
import { pipewires } from '../../hardware-drivers/pipewire/test/pipewires.ts';
import type { Checkout } from './checkout.ts';
import { besideEmpty, type Cycles, inputs, numbers, startDriven } from './driven-desk.ts';
import { percentile } from './load.ts';
import { type Figure, shown } from './report.ts';

const outputs = 32;
const seconds = 8;

export async function pipewireCycles(of: Checkout): Promise<Figure[]> {
  const addon = join(of.root, 'hardware-drivers/pipewire-io/build/Release/pipewire_io.node');
  const pipewire = pipewires.find(({ lacks }) => lacks === '');
  const lacks =
    pipewire === undefined ? 'PipeWire (apt-get install pipewire pipewire-bin)' : existsSync(addon) ? '' : addon;
  if (pipewire === undefined || lacks !== '') return [shown('A cycle of PipeWire', 'skipped', `for want of ${lacks}`)];
  const daemon = new Daemon(pipewire);
  const clients: ChildProcess[] = [];
  /** A node of the driver without a mixer: it takes its buffers, and writes silence. */
  const client = (name: string, ins: number, outs: number) => {
    const program = `const { Stream } = require(${JSON.stringify(addon)});
      const server = { remote: ${JSON.stringify(daemon.socket)}, nodeName: '${name}', nodeLabel: '${name}', properties: {} };
      new Stream(${ins}, ${outs}).connect(server, () => {}); setInterval(() => {}, 1000)`;
    clients.push(spawn(process.execPath, ['-e', program], { env: { ...process.env, ...daemon.forClients } }));
  };
  try {
    daemon.start();
    await until('a socket', () => existsSync(daemon.socket));
    const service = await startDriven(of, {
      ...{ driver: { name: 'pipewire-io', config: { inputs, outputs } }, device: 'pipewire-0-io', outputs },
      env: { ...daemon.forClients },
    });
    client('source', 1, inputs);
    client('empty', inputs, outputs);
    await until(
      'the clients',
      () => daemon.nodeNamed('source') !== undefined && daemon.nodeNamed('empty') !== undefined,
    );
    for (const n of numbers)
      for (const to of ['rowdesk', 'empty']) daemon.run('pw-link', `source:out_${n}`, `${to}:in_${n}`);
    for (const from of ['rowdesk', 'empty']) daemon.run('pw-link', `${from}:out_1`, 'hall:playback_FL');
    const log = await profiled(daemon);
    const [desk, empty] = ['rowdesk', 'empty'].map((name) => cyclesOf(busyUs(log, daemon.nodeNamed(name)?.id)));
    await service.stop();
    return besideEmpty(`PipeWire ${pipewire.version}`, outputs, desk as Cycles, empty as Cycles);
  } finally {
    for (const each of clients) each.kill();
    await daemon.remove();
  }
}

/** The lines of pw-profiler, one a cycle. */
async function profiled(daemon: Daemon): Promise<readonly string[]> {
  const file = join(daemon.folder, 'profiler.log');
  const profiler = daemon.open('pw-profiler', '-o', file);
  await new Promise((resolve) => setTimeout(resolve, seconds * 1000));
  const ended = new Promise((resolve) => profiler.once('exit', resolve));
  profiler.kill('SIGINT');
  await ended;
  return readFileSync(file, 'utf8').split('\n');
}

/**
 * From the wake-up of a client to its end, sorted. After four columns of the driver a line has eight for each client
 * (src/tools/pw-profiler.c): its id, signal, awake, finish, scheduling, busy, status and one that is reserved.
 */
function busyUs(log: readonly string[], id: number | undefined): Float64Array {
  const busy = log.flatMap((line) => {
    const columns = line.split('\t').map((column) => column.trim());
    for (let at = 4; at + 7 < columns.length; at += 8) {
      if (columns[at] === String(id)) return [Number(columns[at + 5])];
    }
    return [];
  });
  return Float64Array.from(busy).sort();
}

function cyclesOf(busy: Float64Array): Cycles {
  return { median: percentile(busy, 0.5), p99: percentile(busy, 0.99), count: busy.length };
}
