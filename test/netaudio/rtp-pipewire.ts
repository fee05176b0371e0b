// A PipeWire at the end of a cable that sends and receives streams by its own modules, and what plays into it and records it.
import { join } from 'node:path';
import { Cat } from '../../hardware-drivers/pipewire/test/cat.ts';
import { Daemon } from '../../hardware-drivers/pipewire/test/daemon.ts';
import type { PipeWire } from '../../hardware-drivers/pipewire/test/pipewires.ts';
import { openPorts, positionsOf } from '../../hardware-drivers/pipewire/test/ports.ts';
import type { End } from './namespaces.ts';

export const rate = 48_000;
/** As many packets of 1 ms as are whole: 1.4 leaves out the rest of each block. */
const block = 960;
const [sink, source] = ['rtp-sink', 'rtp-source'];

/** Without a session manager; its clock is a timer. */
const server = `
context.properties = {
  core.daemon = true  core.name = pipewire-0
  clock.power-of-two-quantum = false  default.clock.rate = ${rate}
  default.clock.quantum = ${block}  default.clock.min-quantum = ${block}  default.clock.max-quantum = ${block}
}
context.spa-libs = {
  audio.convert.* = audioconvert/libspa-audioconvert
  support.* = support/libspa-support
}
context.objects = [ {
  factory = adapter
  args = {
    factory.name = support.null-audio-sink  node.name = clock  media.class = Audio/Sink  object.linger = true
    audio.position = [ FL FR ]  priority.driver = 200
    node.param.PortConfig = {
      direction = Input  mode = dsp  monitor = true
      format = { mediaType = audio  mediaSubtype = raw  format = F32P  rate = ${rate}  channels = 2  position = [ FL FR ] }
    }
  }
} ]
`;
const usual = ['protocol-native', 'metadata', 'spa-node-factory', 'client-node', 'access', 'adapter', 'link-factory'];
const module = (name: string, settings: readonly string[] = []) =>
  `{ name = libpipewire-module-${name}  args = { ${settings.join('  ')} } }`;

export interface Sessions {
  /** What its rtp-sink sends: the name of the session, and where to. */
  readonly sent: { readonly name: string; readonly group: string };
  /** The name of the session that its rtp-source receives once it is announced. */
  readonly heard: string;
  /** Of both. */
  readonly channels: number;
}

/** It is yet to be started. */
export function rtpDaemon(end: End, pipewire: PipeWire, sessions: Sessions): Daemon {
  const { sent, heard, channels } = sessions;
  const way = [`local.ifname = ${end.interface}`, `source.ip = ${end.address}`, 'net.ttl = 32'];
  const announced = [...way, 'sap.ip = 239.255.255.255'];
  const position = `audio.position = [ ${positionsOf(channels).join(' ')} ]`;
  const sending = [
    ...[`destination.ip = ${sent.group}`, 'destination.port = 5004', `sess.name = "${sent.name}"`],
    ...['sess.min-ptime = 1', 'sess.max-ptime = 1', 'audio.format = S24BE', `audio.rate = ${rate}`],
    ...[`audio.channels = ${channels}`, position],
    `stream.props = { node.name = ${sink}  sess.sap.announce = true }`,
  ];
  const rules = `{
    matches = [ { rtp.session = "${heard}" } ]
    actions = { create-stream = { node.name = ${source}  ${position}  sess.latency.msec = 100 } }
  }`;
  // As it is by default: what these rules replace.
  const announcing = '{ matches = [ { sess.sap.announce = true } ]  actions = { announce-stream = { } } }';
  // From 1.0 on a module of its own announces and listens.
  const own = pipewire.version.startsWith('0.')
    ? [module(sink, [...announced, ...sending]), module(source, [...announced, `stream.rules = [ ${rules} ]`])]
    : [
        module('rtp-sap', [...announced, `stream.rules = [ ${rules} ${announcing} ]`]),
        module(sink, [...way, ...sending]),
      ];
  const realTime = '{ name = libpipewire-module-rt  args = { rt.prio = 88 }  flags = [ ifexists nofail ] }';
  const modules = [realTime, ...usual.map((name) => module(name)), ...own];
  return new Daemon(pipewire, {
    configuration: `${server}context.modules = [\n${modules.join('\n')}\n]\n`,
    command: (program, args) => end.place.command(program, args),
  });
}

/** Plays a file into what is sent. */
export async function play(daemon: Daemon, file: string, channels: number): Promise<void> {
  const to = await openPorts(daemon, { name: sink, direction: 'input', channels, rate });
  const { ports } = await Cat.play(daemon, { name: 'player', file, channels, rate });
  for (const [n, port] of ports.entries()) daemon.run('pw-link', port, String(to[n]?.id));
}

export interface Recording {
  /** It grows. */
  readonly file: string;
  /** Resolves once the file is whole. */
  end(): Promise<void>;
}

/** Records what is received, from when it is announced. */
export async function record(daemon: Daemon, channels: number): Promise<Recording> {
  const from = await openPorts(daemon, { name: source, direction: 'output', channels, rate });
  const file = join(daemon.folder, 'heard.wav');
  const cat = await Cat.record(daemon, { name: 'recorder', file, channels, rate });
  for (const [n, port] of cat.ports.entries()) daemon.run('pw-link', String(from[n]?.id), port);
  return { file, end: () => cat.end() };
}
