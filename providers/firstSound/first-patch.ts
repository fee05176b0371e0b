// Which ports of an audio server or of a card a new desk hears, and where it is heard. Pure.
import type { Change, DeskReader, Device, Graph, GraphNode, GraphPort, GraphServer } from 'rowdesk/provider';
import { type Layout, stripPath } from '../console/index.ts';

/** What a fader at 0 dB sends to loudspeakers of unknown power. */
export const mainLevelDb = -20;

const outputsPath = '/patch/outputs';
const main = { kind: 'main', index: 1 } as const;

interface Output {
  readonly strip: { readonly kind: string; readonly index: number };
  readonly leg: string;
  readonly portId: string;
  readonly levelDb: number;
}

type Counts = Pick<Layout, 'counts'>;

/** Capture ports of hardware on the strips of inputs, main/1 on the default output; none without either. */
export function firstPatch(
  server: GraphServer,
  { nodes }: Pick<Graph, 'nodes'>,
  layout: Counts,
  desk: DeskReader,
): readonly Change[] {
  const cards = nodes.filter(
    ({ device, kind, present, reason = '' }) => device === server.id && kind === 'device' && present && reason === '',
  );
  const sources = ordered(cards, server.defaultSource, server).flatMap(capturePorts);
  const sink = ordered(cards, server.defaultSink, server).find((card) => playbackPorts(card).length > 0);
  return patchOf(sources, sink ? playbackPorts(sink) : [], layout, desk);
}

/** The ports of a card, or of a server that lets no links be made: inputs on the strips, main/1 on the first outputs. */
export function firstPatchOf({ ports }: Pick<Device, 'ports'>, layout: Counts, desk: DeskReader): readonly Change[] {
  const of = (wanted: 'input' | 'output') => inOrder(ports.filter(({ direction }) => direction === wanted));
  return patchOf(of('input'), of('output'), layout, desk);
}

type Port = Pick<GraphPort, 'id' | 'channel'>;

function patchOf(
  sources: readonly Port[],
  sinks: readonly Port[],
  { counts }: Counts,
  desk: DeskReader,
): readonly Change[] {
  const inputs = sources.slice(0, counts.input).map(({ id }, place) => ({
    ...{ path: stripPath({ kind: 'input', index: place + 1 }), field: 'sourceId', value: id },
  }));
  const [left, right = left] = sinks;
  if (left === undefined || right === undefined || counts.main === 0 || !desk.has(outputsPath)) return inputs;
  const others = (desk.read(outputsPath).outputs as readonly Output[]).filter(
    ({ strip }) => strip.kind !== main.kind || strip.index !== main.index,
  );
  const outputs: readonly Output[] = [
    { strip: main, leg: 'left', portId: left.id, levelDb: 0 },
    { strip: main, leg: 'right', portId: right.id, levelDb: 0 },
    ...others,
  ];
  return [
    ...inputs,
    { path: outputsPath, field: 'outputs', value: outputs },
    { path: stripPath(main), field: 'levelDb', value: mainLevelDb },
  ];
}

/** The default node first, then those that the server prefers, then by id. */
function ordered(cards: readonly GraphNode[], first: string, { drivers }: GraphServer): readonly GraphNode[] {
  const rank = ({ id }: GraphNode) =>
    id === first ? Number.POSITIVE_INFINITY : (drivers.find(({ node }) => node === id)?.priority ?? 0);
  return [...cards].sort((a, b) => rank(b) - rank(a) || (a.id < b.id ? -1 : 1));
}

/** A sink's monitors repeat what is played there: PipeWire names them `monitor_...`. */
function capturePorts({ ports }: GraphNode): readonly GraphPort[] {
  return inOrder(ports.filter(({ id, direction }) => direction === 'source' && !/:monitor_[^:]*$/.test(id)));
}

function playbackPorts({ ports }: GraphNode): readonly GraphPort[] {
  return inOrder(ports.filter(({ direction }) => direction === 'sink'));
}

function inOrder<P extends Port>(ports: readonly P[]): readonly P[] {
  return [...ports].sort((a, b) => a.channel - b.channel);
}
