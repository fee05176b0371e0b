// Which port the mixer takes each leg from, and to which ports its buses go: read from what the mixer's audio thread
// says that it has. Pure.
import type { ObservedValue } from '../driver.ts';
import { legPortId, nodeOfPort } from '../graph/ids.ts';
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
const sourceFields = new Set(['sourceId', 'spareSourceId', 'sourceSelected', 'stereoLink']);

export function concernsLinks({ path, field }: Pick<ObservedValue, 'path' | 'field'>): boolean {
  return sourceFields.has(field) || ((path === '/cue' || path === '/patch/outputs') && field === 'outputs');
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
function sourceLinks(
  { path, legs }: SoundingStrip,
  values: ReadonlyMap<string, unknown>,
  inputs: readonly string[],
): Ends[] {
  const selected = values.get(`${path} sourceSelected`) === 'spare' ? 'spareSourceId' : 'sourceId';
  const sourceOf = (address: string) => String(values.get(`${address} ${selected}`) || ' ');
  const left = inputs.indexOf(sourceOf(path));
  const own = sourceOf(path.replace('/channel/', '/patch/rightLegs/'));
  const next = left < 0 ? '' : (inputs[left + 1] ?? '');
  const isSameNode = next !== '' && nodeOfPort(next) === nodeOfPort(inputs[left] as string);
  const right = own === ' ' ? (isSameNode ? next : '') : own;
  return [inputs[left] ?? '', right]
    .slice(0, legs)
    .map((from, leg) => ({ from, to: legPortId(path, leg, legs) }))
    .filter(({ from }) => inputs.includes(from) && from !== '');
}

interface Patched {
  readonly strip: { readonly kind: string; readonly index: number };
  readonly leg: 'left' | 'right' | 'mono';
  readonly portId: string;
}

/** As `/patch` says; a mixer that has no such row plays main/1 to the first two outputs, main/2 to the next two. */
function outputLinks(
  strips: readonly SoundingStrip[],
  values: ReadonlyMap<string, unknown>,
  outputs: readonly string[],
) {
  const patched = values.get('/patch/outputs outputs') as readonly Patched[] | undefined;
  const links =
    patched === undefined ? mainLinks(strips, outputs) : patched.flatMap((each) => patchedLinks(each, strips, outputs));
  return [...links, ...cueLinks(strips, values)].filter(({ to }) => to !== '' && outputs.includes(to));
}

function mainLinks(strips: readonly SoundingStrip[], outputs: readonly string[]): Ends[] {
  return strips
    .filter(({ path }) => path.startsWith('/channel/main/'))
    .flatMap(({ path, legs }, main) =>
      Array.from({ length: legs }, (_, leg) => ({
        from: legPortId(path, leg, legs),
        to: outputs[main * legs + leg] ?? '',
      })),
    );
}

/** `driving:out-n` is the n-th output of the device that drives. */
const drivingPort = /^driving:out-([1-9]\d*)$/;

function patchedLinks(
  { strip, leg, portId }: Patched,
  strips: readonly SoundingStrip[],
  outputs: readonly string[],
): Ends[] {
  const place = drivingPort.exec(portId)?.[1];
  const to = place === undefined ? portId : (outputs[Number(place) - 1] ?? '');
  const path = `/channel/${strip.kind}/${strip.index}`;
  const legs = strips.find((each) => each.path === path)?.legs ?? 0;
  const taken = leg === 'mono' || legs < 2 ? Array.from({ length: legs }, (_, each) => each) : [leg === 'left' ? 0 : 1];
  return taken.map((each) => ({ from: legPortId(path, each, legs), to }));
}

/** Pairs of left and right; the last one alone takes both legs. */
function cueLinks(strips: readonly SoundingStrip[], values: ReadonlyMap<string, unknown>): Ends[] {
  const cue = strips.find(({ path }) => path === '/channel/cue/1');
  const ports = (values.get('/cue outputs') ?? []) as readonly string[];
  if (!cue) return [];
  return ports.flatMap((to, place) => {
    const isAlone = place % 2 === 0 && place === ports.length - 1;
    const legs = isAlone ? Array.from({ length: cue.legs }, (_, leg) => leg) : [Math.min(place % 2, cue.legs - 1)];
    return legs.map((leg) => ({ from: legPortId(cue.path, leg, cue.legs), to }));
  });
}
