// A complete read: first each channel of the three rows by page 2, which says what is a pair, then the mix of each output by
// banks of page 1.
import type { Key, KeyValue } from '../hardware.ts';
import { type Bus, countOf } from './channels.ts';
import { addressesOf, fieldsOf, routeFields } from './fields.ts';
import { certain, endOf, type Layout, type Strip } from './layout.ts';
import type { Picture } from './picture.ts';
import { bankSize, type View, viewKey } from './view.ts';
import { type Dump, isTrue, type ReadOptions, type Visits } from './visits.ts';

export interface WalkContext {
  readonly picture: Picture;
  readonly visits: Visits;
  report(values: ReadonlyMap<Key, KeyValue>): void;
  /** Before each view: what else waits for TotalMix FX. Throws to end the walk. */
  between(): Promise<void>;
  /** Names that several faders of a row have, so that none of them is certain. */
  ambiguous(bus: Bus, names: readonly string[]): void;
}

/** Thrown by a walk: the faders of TotalMix FX changed under it, or it does not answer. */
export class Unread extends Error {}

/** Reads everything once. Rejects with Unread. */
export async function walk(context: WalkContext): Promise<void> {
  const { picture } = context;
  const layout: Layout = {
    output: await rowOf(context, 'output'),
    input: await rowOf(context, 'input'),
    playback: await rowOf(context, 'playback'),
  };
  picture.isSure = true;
  for (const output of layout.output) {
    for (const bus of ['input', 'playback'] as const) {
      const strips = layout[bus];
      for (let first = 0; first < strips.length; ) {
        const bank = bankOf(strips, first);
        await readBank(context, bus, bank, output);
        first += bank.length;
      }
    }
  }
}

/** Faders that follow each other without a gap: what stands between two of them would be in view, too. */
function bankOf(strips: readonly Strip[], first: number): readonly Strip[] {
  const bank: Strip[] = [];
  for (const strip of strips.slice(first, first + bankSize)) {
    const last = bank.at(-1);
    if (last && endOf(last) !== strip.start) break;
    bank.push(strip);
  }
  return bank;
}

async function rowOf(context: WalkContext, bus: Bus): Promise<readonly Strip[]> {
  const { picture, report } = context;
  const isReached = (name: string) =>
    Array.from({ length: countOf(picture.channels, bus) }).some((_, at) =>
      picture.parameters.has(`${bus}/${at + 1}/${name}`),
    );
  const fields = fieldsOf[bus].filter(({ name }) => isReached(name));
  const addresses = [...new Set([...fields.flatMap(addressesOf), '/2/trackname', '/2/stereo'])];
  const found: { readonly strip: Strip; readonly dump: Dump }[] = [];
  for (let start = 0; start < countOf(picture.channels, bus); ) {
    const dump = await read(context, { page: 2, bus, start, submix: 0 }, addresses);
    const hasRight = start + 1 < countOf(picture.channels, bus);
    const isStereo = hasRight && isTrue(dump.get('/2/stereo'));
    const strip: Strip = { start, isStereo, name: String(dump.get('/2/trackname') ?? '') };
    found.push({ strip, dump });
    start = endOf(strip);
  }
  const [strips, names] = certain(found.map(({ strip }) => strip));
  context.ambiguous(bus, names);
  // Which channels are pairs decides whose value a key has: the row is known before it is reported.
  picture.layout = { ...picture.layout, [bus]: strips };
  for (const { strip, dump } of found) if (strips.includes(strip)) report(picture.readChannel(bus, strip, dump));
  return strips;
}

async function readBank(context: WalkContext, bus: Bus, bank: readonly Strip[], output: Strip): Promise<void> {
  const [first] = bank;
  if (first === undefined) return;
  const view: View = { page: 1, bus, start: first.start, submix: output.start };
  const identity = new Map([['/1/labelSubmix', output.name]]);
  bank.forEach(({ name }, index) => {
    identity.set(`/1/trackname${index + 1}`, name);
  });
  const addresses = bank.flatMap((_, index) => routeFields(index + 1).flatMap(addressesOf));
  const dump = await read(context, view, addresses, identity);
  context.report(context.picture.readRoutes(bus, bank, output, dump));
}

async function read(
  { picture, visits, between }: WalkContext,
  view: View,
  addresses: readonly string[],
  identity: ReadonlyMap<string, string> = new Map(),
): Promise<Dump> {
  await between();
  const key = viewKey(view);
  const known = picture.dumps.get(key);
  // A mix that names all its faders is certain at its first sight; a channel's page has its name only.
  const kind = `${view.page} ${view.bus}`;
  const optional = picture.lacking.get(kind) ?? new Set();
  const options: ReadOptions = { identity, known, optional };
  const isCertain = known === undefined && identity.size > 0;
  const dump = await visits.read(view, addresses, isCertain ? { ...options, accepts: () => true } : options);
  if (dump === undefined) {
    picture.dumps.delete(key);
    throw new Unread();
  }
  picture.dumps.set(key, dump);
  picture.lacking.set(kind, new Set([...optional, ...addresses.filter((address) => !dump.has(address))]));
  return dump;
}
