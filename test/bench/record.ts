// A recording of 64 tracks by the desk, and by jack_capture beside it: the same ports of one PipeWire, at the same time.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { Daemon, until } from '../../hardware-drivers/pipewire/test/daemon.ts';
import { type PipeWire, pipewires } from '../../hardware-drivers/pipewire/test/pipewires.ts';
import { opening, settled, write } from '../harness/desk.ts';
import type { Service } from '../harness/service.ts';
import type { Checkout } from './checkout.ts';
import { processorShare } from './processes.ts';
import { type Figure, held, measured, shown } from './report.ts';

const tracks = 64;
const rate = 48_000;
const seconds = 20;
const numbers = Array.from({ length: tracks }, (_, n) => n + 1);
const strip = (index: number) => ({ kind: 'input', index });
const what = `${tracks} tracks of ${rate / 1000} kHz in 32-bit float for ${seconds} s`;

export async function record(of: Checkout): Promise<Figure[]> {
  const pipewire = pipewires.find(({ lacks, jackFolder }) => lacks === '' && jackFolder !== '');
  const lacks =
    pipewire === undefined
      ? 'PipeWire (apt-get install pipewire pipewire-bin pipewire-jack)'
      : spawnSync('which', ['jack_capture']).status !== 0
        ? 'jack_capture (apt-get install jack-capture)'
        : '';
  if (pipewire === undefined || lacks !== '') return [shown('A recording', 'skipped', `for want of ${lacks}`)];
  return recordIn(of, pipewire);
}

async function recordIn(of: Checkout, pipewire: PipeWire): Promise<Figure[]> {
  const daemon = new Daemon(pipewire);
  const clients: ChildProcess[] = [];
  try {
    await daemon.listen();
    const service = await of.start({
      config: {
        providers: [
          { name: 'console', config: { layout: { input: tracks } } },
          ...['channel', 'clock', 'patch', 'telemetry', 'record', 'takes'],
        ],
        drivers: ['mixer', 'virtual', { name: 'pipewire-io', config: { inputs: tracks, outputs: 2 } }, 'recorder'],
        devices: [],
      },
      env: daemon.forClients,
    });
    await opening(service);
    clients.push(source(of, daemon));
    await until('the source', () => daemon.nodeNamed('source') !== undefined);
    for (const n of numbers) daemon.run('pw-link', `source:out_${n}`, `rowdesk:in_${n}`);
    daemon.run('pw-link', 'rowdesk:out_1', 'hall:playback_FL');
    const inputs = numbers.map((n) => ({ strip: strip(n), sourceId: `pipewire-0-io:in-${n}` }));
    await write(service, '/patch', { inputs });
    await write(service, '/record', { fileFormat: 'wav', bitDepth: 32, preRollS: 0, tapPoint: 'Top-Of-Ch' });
    const idle = await processorShare(audioProcess(service), 5);
    await write(service, '/record', { armed: numbers.map(strip) });
    await settled(service);
    await service.until('/record', ({ state }) => state === 'ready');
    return await sideBySide(service, daemon, idle);
  } finally {
    for (const each of clients) each.kill();
    await daemon.remove();
  }
}

async function sideBySide(service: Service, daemon: Daemon, idle: number): Promise<Figure[]> {
  const peerFile = join(daemon.folder, 'peer.w64');
  const ports = ['-c', String(tracks), '-p', 'source:out*', '-b', 'FLOAT', '-f', 'w64', '-dc', '-ns'];
  const peer = daemon.lines('jack_capture', () => {}, [...ports, peerFile]);
  await until('the peer', () => existsSync(peerFile) && statSync(peerFile).size > 0);
  await write(service, '/record/start', { running: true });
  await service.until('/record', ({ state }) => state === 'recording');
  const { takeId } = (await service.get('/record')).body;
  const folder = join(service.state, 'recordings/takes', takeId);
  const recorder = processOf(service, 'driver-recorder');
  const peerBytes = statSync(peerFile).size;
  const bytes = bytesIn(folder);
  const begun = performance.now();
  const [own, theirs, audio] = await Promise.all(
    [recorder, peer.pid ?? 0, audioProcess(service)].map((pid) => processorShare(pid, seconds)),
  );
  const lastedS = (performance.now() - begun) / 1000;
  const written = [bytesIn(folder) - bytes, statSync(peerFile).size - peerBytes].map((each) => each / lastedS / 1e6);
  await write(service, '/record/stop', { running: true });
  await service.stop();
  const reasons = reasonsIn(folder);
  const ofServer = reasons.filter((reason) => reason.includes('xrun'));
  peer.kill('SIGINT');
  const cost = (of: number | undefined) => ((of ?? 0) * 100).toFixed(1);
  const both = `${what}: the recorder ${cost(own)} % of a core, jack_capture ${cost(theirs)} %`;
  const bytesOfBoth = `${what}: the desk ${written[0]?.toFixed(1)} MB/s, jack_capture ${written[1]?.toFixed(1)} MB/s`;
  return [
    measured('A recording: processor time of the recorder, of jack_capture', (own ?? 0) / (theirs || 1), '', both),
    measured('A recording: bytes written, of jack_capture', (written[0] ?? 0) / (written[1] || 1), '', bytesOfBoth),
    measured('A recording: more work of the audio process', ((audio ?? 0) - idle) * 100, ' % of a core', what),
    held(
      'A recording: dropouts but for xruns of the server',
      reasons.length - ofServer.length,
      { most: 0 },
      '',
      `${what}; ${ofServer.length} xruns of the server beside`,
    ),
  ];
}

/** A node of the driver without a mixer: it writes silence. */
function source(of: Checkout, daemon: Daemon): ChildProcess {
  const addon = join(of.root, 'hardware-drivers/pipewire-io/build/Release/pipewire_io.node');
  const server = JSON.stringify({ remote: daemon.socket, nodeName: 'source', nodeLabel: 'source', properties: {} });
  const program = `const { Stream } = require(${JSON.stringify(addon)});
    new Stream(1, ${tracks}).connect(${server}, () => {}); setInterval(() => {}, 1000)`;
  return spawn(process.execPath, ['-e', program], { env: { ...process.env, ...daemon.forClients } });
}

const audioProcess = (service: Service) => processOf(service, 'audio');
const processOf = ({ state }: Service, name: string): number =>
  JSON.parse(readFileSync(join(state, `${name}.lock`), 'utf8')).processId;

/** Of the dropouts of a take, in words. */
const reasonsIn = (folder: string): readonly string[] =>
  JSON.parse(readFileSync(join(folder, 'take.json'), 'utf8')).dropouts.map(({ reason }: { reason: string }) => reason);

const bytesIn = (folder: string): number =>
  readdirSync(folder).reduce((sum, name) => sum + statSync(join(folder, name)).size, 0);
