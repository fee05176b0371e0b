// Which port the mixer takes each leg from, and to which ports its buses go: read from what the mixer's audio thread
// says that it has. Pure.
import type { ObservedValue } from '../../driver.ts';
import { drivingOutput, legPortId, nodeOfPort } from '../graph/ids.ts';
import { type Leg, legInTurn, portOfLeg } from '../graph/legs.ts';
import type { SoundingStrip } from '../graph/nodes.ts';

/** Ports of the driving device by channel, '' for a gap; ids are `device:port`. */
export interface ConnectedPorts {
  readonly inputs: readonly string[];
  readonly outputs: readonly string[];
}
export interface Ends {
  readonly from: string;
  readonly to: string;
}

/** Fields of the mixer that say what is linked; a report of any of them means that links may have changed. */
const sourceFields = new Set(['sourceId', 'spareSourceId', 'sourceSelected']);
const outputsPath = '/patch/outputs';
const cuePath = '/cue';

type Values = ReadonlyMap<string, unknown>;

export function concernsLinks({ path, field }: Pick<ObservedValue, 'path' | 'field'>): boolean {
  return sourceFields.has(field) || (field === 'outputs' && (path === outputsPath || path === cuePath));
}

/** In the order of the strips; none to or from a port that is not connected. */
export function mixerLinks(
  strips: readonly SoundingStrip[],
  observed: readonly ObservedValue[],
  ports: ConnectedPorts,
): readonly Ends[] {
  const values = new Map(
    observed.filter(concernsLinks).map(({ path, field, value }) => [`${path} ${field}`, value] as const),
  );
  const links = [
    ...strips.flatMap((strip) => sourceLinks(strip, values, ports.inputs)),
    ...outputLinks(strips, values, ports.outputs),
  ];
  return [...new Map(links.map((link) => [`${link.from} ${link.to}`, link])).values()];
}

/** rows.md: a source is one port; a right leg takes the device's next port, unless the patch names another. */
function sourceLinks({ path, legs }: SoundingStrip, values: Values, inputs: readonly string[]): Ends[] {
  const field = values.get(`${path} sourceSelected`) === 'spare' ? 'spareSourceId' : 'sourceId';
  const idAt = (row: string) => String(values.get(`${row} ${field}`) ?? '');
  const left = inputs.indexOf(idAt(path) || ' ');
  const own = legs < 2 ? '' : idAt(path.replace('/channel/', '/patch/rightLegs/'));
  const right = own === '' ? nextOf(left, inputs) : inputs.indexOf(own);
  return [left, right].slice(0, legs).flatMap((channel, leg) => {
    const from = inputs[channel] ?? '';
    return from === '' ? [] : [{ from, to: legPortId(path, leg, legs) }];
  });
}

function nextOf(channel: number, inputs: readonly string[]): number {
  const [port, next] = [inputs[channel], inputs[channel + 1]];
  return port !== undefined && next !== undefined && nodeOfPort(port) === nodeOfPort(next) ? channel + 1 : -1;
}

interface Patched {
  readonly strip: { readonly kind: string; readonly index: number };
  readonly leg: Leg;
  /** `driving:out-2` is the second output of what drives. */
  readonly portId: string;
}

/** As patched; a mixer without such a list plays main/1 to the first two outputs, main/2 to the next two. */
function outputLinks(strips: readonly SoundingStrip[], values: Values, outputs: readonly string[]): Ends[] {
  const patched = values.get(`${outputsPath} outputs`) as readonly Patched[] | undefined;
  const links =
    patched === undefined ? mainLinks(strips, outputs) : patched.flatMap((each) => patchedLinks(each, strips, outputs));
  return [...links, ...cueLinks(strips, values, outputs)].filter(({ to }) => to !== '' && outputs.includes(to));
}

function mainLinks(strips: readonly SoundingStrip[], outputs: readonly string[]): Ends[] {
  return strips
    .filter(({ path }) => path.startsWith('/channel/main/'))
    .flatMap(({ path, legs }) => Array.from({ length: legs }, (_, leg) => legPortId(path, leg, legs)))
    .map((from, place) => ({ from, to: outputs[place] ?? '' }));
}

function patchedLinks(
  { strip, leg, portId }: Patched,
  strips: readonly SoundingStrip[],
  outputs: readonly string[],
): Ends[] {
  const path = `/channel/${strip.kind}/${strip.index}`;
  const legs = strips.find((each) => each.path === path)?.legs;
  return legs === undefined ? [] : [{ from: portOfLeg(path, leg, legs), to: sinkOf(portId, outputs) }];
}

/** '' where what drives has no such output. */
function sinkOf(portId: string, outputs: readonly string[]): string {
  const n = drivingOutput(portId);
  return n === undefined ? portId : (outputs[n - 1] ?? '');
}

/** Pairs of left and right; the last one alone takes half of both. */
function cueLinks(strips: readonly SoundingStrip[], values: Values, outputs: readonly string[]): Ends[] {
  const cue = strips.find(({ path }) => path === '/channel/cue/1');
  const ports = (values.get(`${cuePath} outputs`) ?? []) as readonly string[];
  if (!cue) return [];
  return ports.map((portId, place) => ({
    from: portOfLeg(cue.path, legInTurn(place, ports.length), cue.legs),
    to: sinkOf(portId, outputs),
  }));
}
