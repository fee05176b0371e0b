// The desk as a client of a JACK server of its own, beside an empty client with as many ports in the same cycles.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { until } from '../../hardware-drivers/pipewire/test/daemon.ts';
import { root } from '../harness/service.ts';
import { Judge } from '../jack/judge.ts';
import { JackServer, whyNoJack } from '../jack/server.ts';
import type { Checkout } from './checkout.ts';
import { besideEmpty, blockFrames, type Cycles, inputs, numbers, startDriven } from './driven-desk.ts';
import { type Figure, shown } from './report.ts';

const outputs = 64;
const seconds = 8;

export async function jackCycles(of: Checkout): Promise<Figure[]> {
  const addon = join(of.root, 'hardware-drivers/jack/build/Release/jack.node');
  const hasHeader = spawnSync('pkg-config', ['--exists', 'jack']).status === 0;
  const lacks = whyNoJack([existsSync(addon), addon], [hasHeader, 'libjack-jackd2-dev']);
  if (lacks !== '') return [shown('A cycle of JACK', 'skipped', lacks)];
  const server = new JackServer({ frames: blockFrames, isRealTime: true });
  const clients: ChildProcess[] = [];
  try {
    await server.start();
    const config = { inputs, outputs, connect: 'none' };
    const device = `jack-${server.name}`;
    const env = { ...server.forClients };
    const service = await startDriven(of, { driver: { name: 'jack', config }, device, outputs, env });
    const program = `const { Client } = require(${JSON.stringify(addon)});
      new Client(${inputs}, ${outputs}).connect({ server: '${server.name}', name: 'empty' }, () => {}); setInterval(() => {}, 1000)`;
    clients.push(spawn(process.execPath, ['-e', program], { env: { ...process.env, ...env } }));
    await until('the empty client', () => server.ports().includes(`empty:out_${outputs}`));
    const source = await judging(server, 'source', inputs, 0);
    const judges = await Promise.all(['rowdesk', 'empty'].map((client) => judging(server, `after-${client}`, 0, 1)));
    for (const client of ['rowdesk', 'empty']) {
      for (const n of numbers) server.run('jack_connect', `source:out_${n}`, `${client}:in_${n}`);
      server.run('jack_connect', `${client}:out_1`, `after-${client}:in_1`);
    }
    await new Promise((resolve) => setTimeout(resolve, seconds * 1000));
    const [desk, empty] = (await Promise.all(judges.map(wokenIn))) as [Cycles, Cycles];
    await source.end();
    await service.stop();
    return besideEmpty('JACK of jackd2, dummy driver', outputs, desk, empty);
  } finally {
    for (const each of clients) each.kill();
    await server.remove();
  }
}

function judging(server: JackServer, name: string, outs: number, ins: number): Promise<Judge> {
  const source = join(root, 'test/jack/judge.c');
  const tone = { frequencyHz: 997, levelDb: -20 };
  return Judge.start(server, { name, outputs: outs, inputs: ins, ...tone, records: false, source });
}

/** From the begin of a cycle to the turn of a client that hears the outputs of another one. */
async function wokenIn(judge: Judge): Promise<Cycles> {
  const { cycles, wokenUs } = await judge.end();
  return { ...wokenUs, count: cycles };
}
