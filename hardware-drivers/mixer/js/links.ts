// Which port each leg takes its sound from, and at which ports buses are played: as the audio thread has it.
import type { ConnectedPorts, LinkEnds } from 'rowdesk/driver';
import { legInTurn, portOfLeg, type SoundingStrip } from './legs.ts';
import { type Output, playedAt } from './outputs.ts';
import type { Ports } from './ports.ts';

/** The value of a field, '' or undefined where the mixer has none. */
export type ValueReader = (path: string, field: string) => unknown;

/** Links depend on these fields alone. */
export const linkFields = ['outputs', 'ports', 'sourceId', 'sourceSelected', 'spareSourceId'] as const;

/** The aliases of ports. */
export interface PortNames {
  readonly sources: Pick<Ports, 'named' | 'rightOf'>;
  readonly sinks: Pick<Ports, 'named'>;
}

/** In the order of the strips, each once; none to or from a port that is not connected. */
export function mixerLinks(
  strips: readonly SoundingStrip[],
  value: ValueReader,
  connected: ConnectedPorts,
  { sources, sinks }: PortNames,
): readonly LinkEnds[] {
  const [inputs, outputs] = [sources.named(connected.inputs), sinks.named(connected.outputs)];
  const played = [...patchedLinks(strips, value, outputs), ...cueLinks(strips, value, outputs)];
  const links = [
    ...strips.flatMap((strip) => sourceLinks(strip, value, inputs, sources)),
    ...played.filter(({ to }) => to !== '' && outputs.includes(to)),
  ];
  return [...new Map(links.map((link) => [`${link.from} ${link.to}`, link])).values()];
}

/** The port of the source that the strip plays, main or spare; '' for none. A right leg's row is beside its strip's. */
export function sourceOf(path: string, value: ValueReader, row = path): string {
  const field = value(path, 'sourceSelected') === 'spare' ? 'spareSourceId' : 'sourceId';
  return String(value(row, field) ?? '');
}

/** rows.md: a source is one port; a right leg takes the next port, unless the patch names another. */
function sourceLinks(
  strip: SoundingStrip,
  value: ValueReader,
  inputs: readonly string[],
  sources: PortNames['sources'],
): LinkEnds[] {
  const source = sourceOf(strip.path, value);
  const left = channelOf(source, inputs);
  const to = (leg: 'left' | 'right', channel: number) => {
    const from = inputs[channel] ?? '';
    return from === '' ? [] : [{ from, to: portOfLeg(strip, leg) }];
  };
  if (strip.legs < 2) return to('left', left);
  const own = sourceOf(strip.path, value, strip.path.replace('/channel/', '/patch/rightLegs/'));
  return [...to('left', left), ...to('right', own === '' ? sources.rightOf(source, inputs) : channelOf(own, inputs))];
}

/** -1 for a port that is not connected, and for ''. */
const channelOf = (port: string, inputs: readonly string[]) => (port === '' ? -1 : inputs.indexOf(port));

function patchedLinks(strips: readonly SoundingStrip[], value: ValueReader, outputs: readonly string[]): LinkEnds[] {
  const patched = (value('/patch/outputs', 'outputs') ?? []) as readonly Output[];
  return patched.flatMap(({ strip: { kind, index }, leg, portId }) => {
    const strip = strips.find(({ path }) => path === `/channel/${kind}/${index}`);
    return strip ? [{ from: portOfLeg(strip, leg), to: playedAt(portId, outputs) }] : [];
  });
}

/** Pairs of left and right; the last one alone takes half of both. */
function cueLinks(strips: readonly SoundingStrip[], value: ValueReader, outputs: readonly string[]): LinkEnds[] {
  const cue = strips.find(({ path }) => path === '/channel/cue/1');
  if (!cue) return [];
  const ports = (value('/cue', 'outputs') ?? []) as readonly string[];
  return ports.map((portId, n) => ({
    from: portOfLeg(cue, legInTurn(n, ports.length)),
    to: playedAt(portId, outputs),
  }));
}
