// The configuration of a PipeWire server for one sound card and nothing else: no session manager, no D-Bus. Keys:
// pipewire.conf(5), pipewire-props(7), and spa/plugins/alsa of PipeWire (0.3.65 and newer).

export interface CardServer {
  /** A name of ALSA's: `hw:1`, `hw:USB`. */
  readonly card: string;
  /** 0 for a card without this direction. */
  readonly inputs: number;
  readonly outputs: number;
  /** Hz */
  readonly rate: number;
  /** Frames per cycle. */
  readonly frames: number;
}

const rates = [44_100, 48_000, 88_200, 96_000, 176_400, 192_000];
const mostChannels = 64;
const leastFrames = 16;
const mostFrames = 2048;

/** What can't be served, a line each with the allowed range. */
export function cardServerProblems(server: CardServer): readonly string[] {
  const isIn = (value: number, least: number, most: number) =>
    Number.isInteger(value) && value >= least && value <= most;
  const { card, inputs, outputs, rate, frames } = server;
  return [
    /^[A-Za-z0-9_][A-Za-z0-9_:,.=-]{0,63}$/.test(card) ? '' : `--card: ${card} is no name of ALSA's, as hw:1 or hw:USB`,
    isIn(inputs, 0, mostChannels) ? '' : `--inputs: a whole number from 0 to ${mostChannels}`,
    isIn(outputs, 0, mostChannels) ? '' : `--outputs: a whole number from 0 to ${mostChannels}`,
    inputs === 0 && outputs === 0 ? '--inputs, --outputs: one of them must be more than 0' : '',
    rates.includes(rate) ? '' : `--rate: one of ${rates.join(', ')}`,
    isIn(frames, leastFrames, mostFrames) ? '' : `--frames: a whole number from ${leastFrames} to ${mostFrames}`,
  ].filter((problem) => problem !== '');
}

/** The text of `pipewire.conf`. Ports are `card_in:capture_AUX0` ... and `card_out:playback_AUX0` ... */
export function pipewireConf(server: CardServer): string {
  const { card, inputs, outputs, rate, frames } = server;
  const nodes = [inputs > 0 ? node(server, 'source', inputs) : '', outputs > 0 ? node(server, 'sink', outputs) : ''];
  return `# PipeWire for ${card} alone: ${inputs} inputs, ${outputs} outputs, ${frames} frames at ${rate} Hz.
# Made by: rowdesk pipewire-conf --card ${card} --inputs ${inputs} --outputs ${outputs} --rate ${rate} --frames ${frames}
context.properties = {
  core.daemon = true
  core.name = pipewire-0
  link.max-buffers = 16
  default.clock.rate = ${rate}
  default.clock.allowed-rates = [ ${rate} ]
  default.clock.quantum = ${frames}
  default.clock.min-quantum = ${Math.min(frames, leastFrames)}
  default.clock.max-quantum = ${mostFrames}
}
context.spa-libs = {
  audio.convert.* = audioconvert/libspa-audioconvert
  api.alsa.* = alsa/libspa-alsa
  support.* = support/libspa-support
}
context.modules = [
  { name = libpipewire-module-rt args = { rt.prio = 88 nice.level = -11 } flags = [ ifexists nofail ] }
  { name = libpipewire-module-protocol-native }
  { name = libpipewire-module-profiler }
  { name = libpipewire-module-metadata }
  { name = libpipewire-module-spa-node-factory }
  { name = libpipewire-module-client-node }
  { name = libpipewire-module-access }
  { name = libpipewire-module-adapter }
  { name = libpipewire-module-link-factory }
]
context.objects = [
${nodes.join('')}]
`;
}

/** The card's clock drives by its source, where it has one; the other direction follows without resampling. */
function node({ card, inputs, rate, frames }: CardServer, kind: 'source' | 'sink', channels: number): string {
  const isSource = kind === 'source';
  const name = isSource ? 'card_in' : 'card_out';
  const position = `[ ${Array.from({ length: channels }, (_, channel) => `AUX${channel}`).join(' ')} ]`;
  return `  { factory = adapter
    args = {
      factory.name = api.alsa.pcm.${kind}
      node.name = ${name}
      node.description = "${card} ${isSource ? 'inputs' : 'outputs'}"
      media.class = Audio/${isSource ? 'Source' : 'Sink'}
      api.alsa.path = "${card}"
      api.alsa.period-size = ${frames}
      audio.channels = ${channels}
      audio.rate = ${rate}
      audio.position = ${position}
      clock.name = "card"
      node.group = card
      node.latency = ${frames}/${rate}
      node.always-process = true
      node.pause-on-idle = false
      priority.driver = ${isSource || inputs === 0 ? 2000 : 1000}
      node.param.PortConfig = {
        direction = ${isSource ? 'Output' : 'Input'}
        mode = dsp
        format = { mediaType = audio mediaSubtype = raw format = F32P rate = ${rate} channels = ${channels} position = ${position} }
      }
    }
  }
`;
}
