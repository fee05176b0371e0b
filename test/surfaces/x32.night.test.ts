// Programs of others that drive an X32: the package x32-osc of npm, which is strict, the commands of liblo, and what the Python
// package behringer-mixer sends, the client behind Home Assistant's integration.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { createSocket } from 'node:dgram';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterEach, expect, test } from 'vitest';
import { encodeMessage, type OscArgument } from '../../hardware-drivers/lib/osc/js/packet.ts';
import { type ReadMessage, readParcels } from '../../hardware-drivers/lib/osc/js/parcel.ts';
import { quietConfig, root, type Service, startService, stopServices } from '../harness/service.ts';
import { Network, whyNoNetwork } from '../netaudio/namespaces.ts';

const programs = join(root, 'test/surfaces/programs');
const words = 'programs of others (npm ci --prefix test/surfaces/programs --ignore-scripts)';
const why = whyNoNetwork([existsSync(join(programs, 'node_modules/x32-osc')), words]);

let network: Network | undefined;
const children: ChildProcess[] = [];
afterEach(async () => {
  for (const child of children.splice(0)) child.kill();
  await stopServices();
  await network?.remove();
  network = undefined;
});

const config = (surface: object) => ({
  providers: [...quietConfig.providers, 'surface'],
  surfaces: [{ name: 'x32', config: surface }],
});

interface Said {
  readonly event: string;
  readonly [name: string]: unknown;
}

/** The program, and what it says. */
class Program {
  readonly said: Said[] = [];
  readonly #child: ChildProcess;
  readonly #waiting = new Set<() => void>();

  constructor(program: string, args: readonly string[]) {
    this.#child = spawn(program, args, { stdio: ['pipe', 'pipe', 'inherit'] });
    children.push(this.#child);
    createInterface({ input: this.#child.stdout as NodeJS.ReadableStream }).on('line', (line) => {
      this.said.push(JSON.parse(line));
      for (const look of this.#waiting) look();
    });
  }

  /** It gives up a desk that is silent for twenty seconds. */
  get hasClosed(): boolean {
    return this.said.some(({ event }) => event === 'closed');
  }

  tell(words: object): void {
    this.#child.stdin?.write(`${JSON.stringify(words)}\n`);
  }

  async until(fits: (said: Said) => boolean): Promise<Said> {
    for (;;) {
      const at = this.said.findIndex(fits);
      if (at !== -1) return this.said.splice(at, 1)[0] as Said;
      await new Promise<void>((resolve) => {
        const look = () => {
          this.#waiting.delete(look);
          resolve();
        };
        this.#waiting.add(look);
      });
    }
  }

  /** Asks until the program has the value. */
  async has(get: string, value: string): Promise<void> {
    for (;;) {
      this.tell({ get });
      const said = await this.until(({ event }) => event === 'value');
      if (said.value === value) return;
      if (this.hasClosed) throw new Error(`the program has closed; ${get} is ${said.value}`);
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
}

test.skipIf(why !== '')(
  'x32-osc reads the whole tree without an error, drives a desk of its network, and stays through a restart',
  async () => {
    network = new Network();
    const [here, there] = [await network.place(), await network.place()];
    const [own, other] = network.cable(here, there);
    // Without a port it is that of the desk that it stands for: the package knows no other.
    let desk = await startService({ place: here, strips: 'all', config: config({}) });
    await desk.patch('/surface/x32', { enabled: true, role: 'run', addresses: [other.address] });
    await desk.until('/surface/x32', (row) => row.state === 'running' && row.port === 10_023);
    await desk.patch('/channel/input/7', { name: 'Lead vox', levelDb: -12.5 });

    const program = new Program(...there.command(process.execPath, [join(programs, 'x32.mjs'), own.address]));
    const ready = await program.until(({ event }) => event === 'ready' || event === 'closed');
    expect(program.said).toEqual([]);
    expect(ready).toMatchObject({ event: 'ready', model: 'X32', firmwareVersion: '4.06' });
    expect(ready.nodes).toBe(2117);
    await program.has('ch/07/config/name', 'Lead vox');
    await program.has('ch/07/mix/fader', '-12.5');
    expect(await program.until(({ event }) => event === 'meter')).toEqual({ event: 'meter', number: 1, count: 96 });

    program.tell({ set: 'ch/07/mix/fader', to: '-3.5' });
    program.tell({ set: 'ch/07/eq/2/f', to: '4k53' });
    program.tell({ set: 'bus/13/config/name', to: 'Hall' });
    await desk.until('/channel/input/7', ({ levelDb }) => levelDb === -3.5);
    await desk.until('/channel/input/7/eq/bands/2', ({ frequencyHz }) => Math.abs(frequencyHz / 4530 - 1) < 0.02);
    await desk.until('/channel/fxSend/1', ({ name }) => name === 'Hall');
    await desk.patch('/channel/dca/1', { levelDb: 5 });
    await program.has('dca/1/fader', '+5.0');

    const { state } = desk;
    await desk.kill();
    desk = await startService({ place: here, strips: 'all', state, config: config({}) });
    await desk.until('/surface/x32', (row) => row.state === 'running');
    const follows = ({ subscriptions }: { readonly subscriptions: number }) => subscriptions > 0;
    await desk.until('/surface/x32', ({ peers }) => program.hasClosed || peers.some(follows));
    expect(program.hasClosed).toBe(false);
    // The rows are watched a moment after it has asked: what changes before that is no change.
    let levelDb = -20;
    const moving = setInterval(() => {
      levelDb = levelDb === -20 ? -25 : -20;
      void desk.patch('/channel/dca/1', { levelDb });
    }, 500);
    try {
      await program.has('dca/1/fader', '-20.0');
    } finally {
      clearInterval(moving);
    }
    expect(program.hasClosed).toBe(false);
  },
  300_000,
);

class Transcript {
  readonly #socket = createSocket('udp4');
  readonly heard = new Map<string, ReadMessage>();
  readonly #port: number;

  constructor(port: number) {
    this.#port = port;
    this.#socket.on('message', (packet) => {
      for (const message of readParcels(packet)[0]?.messages ?? []) this.heard.set(message.address, message);
    });
  }

  /** As the package paces its packets. */
  async send(address: string, ...args: readonly OscArgument[]): Promise<void> {
    this.#socket.send(encodeMessage({ address, args }), this.#port, '127.0.0.1');
    await new Promise((resolve) => setTimeout(resolve, 2));
  }

  async of(address: string, fits: (message: ReadMessage) => boolean = () => true): Promise<ReadMessage> {
    for (;;) {
      const message = this.heard.get(address);
      if (message !== undefined && fits(message)) return message;
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
  }

  close(): void {
    this.#socket.close();
  }
}

const numbered = (count: number, first = 1, digits = 2) =>
  Array.from({ length: count }, (_, n) => String(first + n).padStart(digits, '0'));
const mixed = (base: string) => ['mix/fader', 'mix/on', 'config/name', 'config/color'].map((leaf) => `${base}/${leaf}`);
/** The addresses that its public mapping names for an X32. */
const mapped = [
  ...numbered(32).flatMap((n) => mixed(`/ch/${n}`)),
  ...numbered(32).flatMap((n) =>
    numbered(16).flatMap((bus) => [`/ch/${n}/mix/${bus}/on`, `/ch/${n}/mix/${bus}/level`]),
  ),
  ...numbered(8).flatMap((n) => mixed(`/auxin/${n}`)),
  ...numbered(16).flatMap((n) => mixed(`/bus/${n}`)),
  ...numbered(16).flatMap((n) =>
    numbered(6).flatMap((mtx) => [`/bus/${n}/mix/${mtx}/on`, `/bus/${n}/mix/${mtx}/level`]),
  ),
  ...numbered(6).flatMap((n) => mixed(`/mtx/${n}`)),
  ...numbered(8, 1, 1).flatMap((n) =>
    ['fader', 'on', 'config/name', 'config/color'].map((leaf) => `/dca/${n}/${leaf}`),
  ),
  ...numbered(128, 0, 3).flatMap((n) => [`/headamp/${n}/gain`, `/headamp/${n}/phantom`]),
  ...[...mixed('/main/st'), ...mixed('/main/m')],
  ...[
    '/-show/showfile/show/name',
    '/-show/prepos/current',
    '/-stat/tape/state',
    '/-stat/tape/file',
    '/-stat/usbmounted',
  ],
  ...['/-prefs/card/USBmode', ...numbered(6, 1, 1).map((n) => `/config/mute/${n}`)],
];

async function started(surface: object): Promise<{ readonly desk: Service; readonly port: number }> {
  const desk = await startService({ strips: 'all', config: config({ port: 0, ...surface }) });
  await desk.patch('/surface/x32', { enabled: true, role: 'run' });
  const { port } = await desk.until('/surface/x32', (row) => row.state === 'running' && row.port !== null);
  return { desk, port };
}

test('what behringer-mixer sends, written from its public source: each address has its answer, and a write its change', async () => {
  const { desk, port } = await started({});
  const client = new Transcript(port);
  try {
    await client.send('/xinfo');
    expect((await client.of('/xinfo')).values).toHaveLength(4);
    for (const address of mapped) await client.send(address);
    await client.send('/-prefs/card/USBmode');
    await client.of('/-prefs/card/USBmode');
    const missing = () => mapped.filter((address) => !client.heard.has(address));
    // UDP may lose some beside other work: the package asks again as well.
    for (let tries = 0; tries < 5 && missing().length > 0; tries += 1) {
      for (const address of missing()) await client.send(address);
      await new Promise((resolve) => setTimeout(resolve, 500));
    }
    expect(missing()).toEqual([]);
    expect(
      [...client.heard.values()].filter(({ address, values }) => address !== '/xinfo' && values.length !== 1),
    ).toEqual([]);
    await client.send('/xremote');
    await client.send('/ch/01/mix/fader', { type: 'f', value: (-10 + 30) / 40 });
    await client.send('/ch/01/mix/fader');
    await client.send('/ch/01/mix/on', { type: 'i', value: 0 });
    await desk.until('/channel/input/1', ({ levelDb, muted }) => levelDb === -10 && muted);
    await desk.patch('/channel/mix/3', { name: 'Drums' });
    await client.of('/bus/03/config/name', ({ values }) => values[0] === 'Drums');
    await client.send('/renew');
    await client.send('/xinfo');
    await client.send('/unsubscribe');
  } finally {
    client.close();
  }
}, 120_000);

test('oscsend and oscdump of liblo: a fader by number and by text, and what others change', async () => {
  const { desk, port } = await started({});
  const free = await new Promise<number>((resolve) => {
    const socket = createSocket('udp4');
    socket.bind(0, '127.0.0.1', () => {
      const own = socket.address().port;
      socket.close(() => resolve(own));
    });
  });
  // Answers to this machine go to the port of oscdump.
  await desk.patch('/surface/x32', { addresses: [`127.0.0.1:${free}`] });
  const dump = spawn('oscdump', ['-L', String(free)], { stdio: ['ignore', 'pipe', 'inherit'] });
  children.push(dump);
  let heard = '';
  dump.stdout.setEncoding('utf8').on('data', (text: string) => {
    heard += text;
  });
  const send = (...words: readonly string[]) => execFileSync('oscsend', ['127.0.0.1', String(port), ...words]);
  const hears = async (line: RegExp) => {
    while (!line.test(heard)) {
      send('/xremote');
      send('/info');
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  };
  await hears(/\/info ssss "V2\.07" "Rowdesk" "X32" "4\.06"/);
  // As apps do, it reads first: what changes before is no change to the one who reads it.
  send('/main/st/mix/on');
  await hears(/\/main\/st\/mix\/on i 1/);
  send('/ch/01/mix/fader', 'f', '0.5');
  await desk.until('/channel/input/1', ({ levelDb }) => levelDb === -10);
  send('/ch/01/mix/fader', 's', '-20.0');
  await desk.until('/channel/input/1', ({ levelDb }) => levelDb === -20);
  await desk.patch('/channel/main/1', { muted: true });
  await hears(/\/main\/st\/mix\/on i 0/);
}, 120_000);

test('an XR18 has its own port, addresses and numbers', async () => {
  const { desk, port } = await started({ model: 'XR18' });
  const client = new Transcript(port);
  try {
    await client.send('/xinfo');
    expect((await client.of('/xinfo')).values.slice(2)).toEqual(['XR18', '1.18']);
    await client.send('/xremote');
    await client.send('/lr/mix/fader', { type: 'f', value: 0.75 });
    await client.send('/ch/16/mix/07/level', { type: 'f', value: 0.5 });
    await client.send('/rtn/2/mix/on', { type: 'i', value: 0 });
    await client.send('/-stat/solosw/51', { type: 'i', value: 1 });
    await desk.until('/channel/main/1', ({ levelDb }) => levelDb === 0);
    await desk.until('/channel/input/16/sends/fxSend/1', ({ levelDb }) => levelDb === -10);
    await desk.until('/channel/fxReturn/2', ({ muted }) => muted);
    await desk.until('/channel/dca/1', ({ soloed }) => soloed);
    await desk.patch('/channel/mix/2', { levelDb: -10 });
    await client.of('/bus/2/mix/fader');
  } finally {
    client.close();
  }
}, 120_000);
