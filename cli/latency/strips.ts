// Which strip sends the noise, and which one hears it.
import type { Client } from '../client.ts';
import { CommandError } from '../command-error.ts';

export interface StripName {
  readonly kind: string;
  readonly index: number;
}

export interface OutputEdge {
  readonly strip: StripName;
  readonly leg: string;
  readonly portId: string;
  readonly levelDb: number;
}

export interface ChosenStrips {
  /** A bus that the oscillator enters, and that plays at the output. */
  readonly sender: StripName;
  /** An input strip that hears the input port. */
  readonly listener: StripName;
  /** All of /patch. */
  readonly outputs: readonly OutputEdge[];
}

interface Wanted {
  readonly output: string;
  readonly input: string;
  /** `matrix/1`; else the last matrix that is patched to no output. */
  readonly send?: string;
  /** `input/3`; else the last input strip without a source. */
  readonly hear?: string;
}

export const stripText = ({ kind, index }: StripName): string => `${kind}/${index}`;
export const stripPath = (strip: StripName): string => `/channel/${stripText(strip)}`;

interface Strip extends StripName {
  readonly sourceId?: string;
  readonly muted?: boolean;
  readonly levelDb?: number;
}

/** A fader that is down. */
const silentDb = -144;

/**
 * Rejects with CommandError where no strip is free, the output plays another strip, or another strip would play on what
 * comes back.
 */
export async function chooseStrips(client: Client, { output, input, send, hear }: Wanted): Promise<ChosenStrips> {
  const { layout } = (await client.get('/console')) as { layout: Readonly<Record<string, number>> };
  const outputs = (await client.get('/patch')).outputs as readonly OutputEdge[];
  const { strips } = (await client.get('/channel')) as { strips: readonly Strip[] };
  const playing = outputs.filter(({ portId }) => isSamePort(portId, output)).map(({ strip }) => stripText(strip));
  const sender =
    named('--send', send) ??
    lastOf('matrix', layout, (strip) => outputs.every((edge) => stripText(edge.strip) !== stripText(strip)));
  if (sender === undefined) {
    throw new CommandError(
      'refused',
      'Every matrix is patched to an output: name the strip to send from, --send mix/1',
    );
  }
  const others = playing.filter((strip) => strip !== stripText(sender));
  if (others.length > 0) {
    const words = `${output} plays ${others.join(', ')}: name a free port, or send from that strip, --send ${others[0]}`;
    throw new CommandError('refused', words);
  }
  const isFree = (strip: StripName) =>
    strips.some((each) => stripText(each) === stripText(strip) && (each.sourceId ?? '') === '');
  const listener = named('--hear', hear) ?? lastOf('input', layout, isFree);
  if (listener === undefined) {
    throw new CommandError('refused', 'Every input strip has a source: name the strip to listen with, --hear input/1');
  }
  const isHeard = ({ sourceId, muted, levelDb = silentDb }: Strip) =>
    sourceId === input && muted !== true && levelDb > silentDb;
  const loud = strips.find((strip) => isHeard(strip) && stripText(strip) !== stripText(listener));
  if (loud !== undefined) {
    const words = `${stripText(loud)} would play what comes back at ${input}: mute it, or listen with it, --hear ${stripText(loud)}`;
    throw new CommandError('refused', words);
  }
  return { sender, listener, outputs };
}

const driving = 'driving:';

/** `driving:out-3` is the third output of whatever drives: it may be `pipewire-0-io:out-3`. */
export function isSamePort(one: string, other: string): boolean {
  const nameOf = (port: string) => port.slice(port.lastIndexOf(':'));
  const isAlias = one.startsWith(driving) || other.startsWith(driving);
  return one === other || (isAlias && nameOf(one) === nameOf(other));
}

function lastOf(kind: string, layout: Readonly<Record<string, number>>, fits: (strip: StripName) => boolean) {
  const all = Array.from({ length: layout[kind] ?? 0 }, (_, place) => ({ kind, index: place + 1 }));
  return all.findLast(fits);
}

function named(option: string, text: string | undefined): StripName | undefined {
  if (text === undefined) return undefined;
  const [, kind, index] = /^([A-Za-z]+)\/([1-9][0-9]*)$/.exec(text) ?? [];
  if (kind === undefined) throw new CommandError('usage', `${option}: ${text} is no strip, as matrix/1 or input/3`);
  return { kind, index: Number(index) };
}
