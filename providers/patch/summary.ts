// What is connected to what, in sentences: `Built-in microphone 1 -> input 1`.
import type { Audio, DeskReader, Graph, GraphNode, GraphPort } from 'rowdesk/provider';
import { type StripRef, stripPath } from '../console/index.ts';
import type { Edge, LivePatch } from './live-patch.ts';

/** A sentence names so many connections, and counts the others. */
const mostNamed = 8;
/** The fader at its lower end, dB. */
const offDb = -144;

export interface SummaryParts {
  readonly audio: Audio;
  readonly graph: Graph;
  readonly live: LivePatch;
  readonly desk: DeskReader;
}

/** None while no device drives. */
export function summaryOf({ audio, graph, live, desk }: SummaryParts): readonly string[] {
  const { driving, rate, quantum } = audio.clock;
  const device = audio.devices.find(({ id }) => id === driving);
  if (device === undefined || rate === 0) return [];
  const portOf = portsIn(graph.nodes);
  const edges = live.edges(desk).filter(({ isSpare }) => !isSpare);
  const named = ({ portId, direction, from, to }: Edge) => portOf(portId) ?? portOf(direction === 'input' ? from : to);
  const inputs = edges
    .filter(({ direction }) => direction === 'input')
    .map((edge) => `${named(edge)?.label ?? edge.portId} -> ${words(edge.strip)}${legOf(edge)}`);
  const outputs = edges
    .filter(({ direction }) => direction === 'output')
    .map((edge) => `${words(edge.strip)} (${levelOf(edge.strip, desk)}) -> ${named(edge)?.node.label ?? edge.portId}`);
  return [
    `${device.label} drives the desk: ${rate} Hz, blocks of ${quantum} frames`,
    `in:  ${listed(inputs)}`,
    `out: ${listed([...new Set(outputs)])}`,
  ];
}

function portsIn(nodes: readonly GraphNode[]) {
  const found = new Map<string, { readonly node: GraphNode; readonly label: string }>();
  for (const node of nodes.filter(({ present }) => present)) {
    for (const port of node.ports) found.set(port.id, { node, label: labelOf(node, port) });
  }
  return (id: string) => found.get(id);
}

/** `Built-in microphone 2`; without a number where the node has one port of this direction. */
function labelOf({ label, ports }: GraphNode, { channel, direction }: GraphPort): string {
  return ports.filter((each) => each.direction === direction).length === 1 ? label : `${label} ${channel}`;
}

function levelOf(strip: StripRef, desk: DeskReader): string {
  const { levelDb } = desk.read(stripPath(strip));
  return levelDb === offDb ? 'fader down' : `${levelDb} dB`;
}

const words = ({ kind, index }: StripRef) => `${kind} ${index}`;
const legOf = ({ leg, strip }: Edge) => (strip.kind === 'input' || leg === 'mono' ? '' : ` ${leg}`);

function listed(connections: readonly string[]): string {
  if (connections.length === 0) return 'nothing is patched';
  const more = connections.length - mostNamed;
  return `${connections.slice(0, mostNamed).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}
