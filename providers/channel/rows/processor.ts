import { type Change, type DeskReader, type Fields, type Row, setting, Type } from 'rowdesk/provider';
import { kindLabels, type Layout } from '../../console/index.ts';
import { insertsOf, placePath } from '../../patch/index.ts';
import { pluginState } from '../../plugins/index.ts';
import { processorAddresses, processorPath } from '../chain-addresses.ts';
import { params, tapPoints } from '../contract.ts';
import type { Links } from '../links.ts';
import type { Processors } from '../processors.ts';
import { isInsert, type Slot } from '../slots.ts';
import type { Swaps } from '../swaps.ts';
import { busOf } from '../writers.ts';

export const processorId = Type.String({ pattern: '^[a-z][a-z0-9]{0,31}$' });

/** What scenes call the processors of one place; inserts are taken together. */
export const areaOf = (at: { readonly processorId: string }): string =>
  at.processorId.replace(/^insert\d+$/, 'inserts');

/** A place in the chain of a strip, and what stands there. */
export function processorRow(layout: Layout, processors: Processors, links: Links, swaps: Swaps): Row {
  const slotAt = (at: { kind: Parameters<Processors['slot']>[0]; processorId: string }) =>
    processors.slot(at.kind, at.processorId) as Slot;
  return setting('/channel/{kind}/{index}/chain/processors/{processorId}', {
    writers: { enabled: 'bus', plugin: 'mix' },
    busOf,
    summary: 'A place in the chain of a strip, and the processor that stands there',
    labels: { ...kindLabels, ...processors.labels },
    params: { ...params, processorId },
    addresses: processorAddresses(layout, processors),
    fields: {
      enabled: Type.Boolean({ default: false, title: 'Heard; else it is passed by' }),
      plugin: Type.String({ maxLength: 256, default: '', title: 'The processor; empty for none' }),
      kind: Type.String(),
      label: Type.String(),
      sort: Type.Number({ minimum: -1_000_000, maximum: 1_000_000, title: 'Its place, ascending with the sound' }),
      tapPoint: Type.Enum([...tapPoints], { title: 'The last tap before it' }),
      missing: Type.String({ title: 'Why the plugin that stands there is not on this machine; empty otherwise' }),
    },
    writable: ['enabled', 'plugin'],
    defaults: (at) => {
      const { enabled, plugins } = slotAt(at);
      return { enabled, plugin: plugins[0] ?? '' };
    },
    limits: (at) => processors.limitsAt(at.kind, slotAt(at)),
    computed: (at, desk) => {
      const { kind, label, sort, tapPoint } = slotAt(at);
      const { plugin } = desk.read(processorPath(at));
      const missing = processors.isDormant(plugin) ? processors.whyMissing(plugin as string) : '';
      return { kind, label: processors.get(plugin)?.label ?? label, sort, tapPoint, missing };
    },
    implies: (change, desk, before) => [
      ...links.ofRow(change, desk, before),
      ...(change.field === 'plugin' ? swaps.after(change.path, desk, before) : []),
      ...(change.field === 'plugin' && slotAt(change.at).isHosted
        ? followsChoice(change.path, slotAt(change.at), swaps, desk, before)
        : []),
    ],
    watch: (_at, changed) => processors.onHosted(changed),
    target: (at, desk) =>
      processors.targetAt(slotAt(at)) ?? (hasHardware(processorPath(at), desk) ? 'mixer' : undefined),
    sends: {
      // The mixer keeps no place for a plugin that is not there, for which other strips would wait. An effect without its
      // plugin is silent.
      values: (at, desk): Fields => {
        const { plugin } = desk.read(processorPath(at));
        return isInsert(slotAt(at)) && processors.isDormant(plugin) ? { plugin: '' } : {};
      },
      watch: (changed) => processors.onHosted(changed),
    },
    area: areaOf,
  });
}

/** The patch leads it through ports of a device. */
const hasHardware = (path: string, desk: DeskReader): boolean =>
  insertsOf(desk).some((item) => placePath(item) === path);

/**
 * A plugin that comes to an empty insert is heard, and one that leaves it leaves it switched off. The state and the offset were
 * of the plugin before.
 */
function followsChoice(
  path: string,
  slot: Slot,
  swaps: Swaps,
  desk: DeskReader,
  before: DeskReader,
): readonly Change[] {
  const [now, then] = [desk.read(path).plugin, before.read(path).plugin];
  if (now === then) return [];
  const stateless: Change = { path: `${path}/state`, field: pluginState, value: '' };
  if (!isInsert(slot)) return [stateless];
  const begun = [stateless, swaps.offsetAfter(path, desk, before)];
  const isSwitched = (now === '') !== (then === '');
  return isSwitched ? [...begun, { path, field: 'enabled', value: now !== '' }] : begun;
}
