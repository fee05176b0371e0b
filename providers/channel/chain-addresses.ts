// The addresses of rows below a strip's chain.
import { type Desk, stopAll } from 'rowdesk/provider';
import { type Layout, type StripRef, stripPath } from '../console/index.ts';
import type { Processors } from './processors.ts';
import type { Slot } from './slots.ts';
import { belowStrips, type StripAddresses } from './strips.ts';

export interface ProcessorAt extends StripRef {
  readonly processorId: string;
}
export interface ParameterAt extends ProcessorAt {
  readonly symbol: string;
}
export interface PropertyAt extends ProcessorAt {
  readonly property: string;
}

export const processorPath = (at: ProcessorAt): string => `${stripPath(at)}/chain/processors/${at.processorId}`;

/** One address per place in a chain, or per place that `isOne` takes. */
export function processorAddresses(
  layout: Layout,
  processors: Processors,
  isOne: (slot: Slot) => boolean = () => true,
): StripAddresses<ProcessorAt> {
  return belowStrips(
    layout,
    ({ kind, index }) =>
      processors
        .chain(kind)
        .filter(isOne)
        .map(({ processorId }) => ({ kind, index, processorId })),
    ({ kind, processorId }) => {
      const slot = processors.slot(kind, processorId);
      return slot !== undefined && isOne(slot);
    },
  );
}

/** One address per parameter of what stands in a place now. */
export function parameterAddresses(layout: Layout, processors: Processors, desk: Desk): StripAddresses<ParameterAt> {
  return addressesOfPlugins(
    { layout, processors, desk },
    (at, plugin) => processors.get(plugin)?.parameters.map(({ symbol }) => ({ ...at, symbol })) ?? [],
    (at, plugin) => processors.get(plugin)?.parameters.some(({ symbol }) => symbol === at.symbol) ?? false,
  );
}

/** One address per property of what stands in a place now. */
export function propertyAddresses(layout: Layout, processors: Processors, desk: Desk): StripAddresses<PropertyAt> {
  return addressesOfPlugins(
    { layout, processors, desk },
    (at, plugin) => processors.propertiesOf(plugin).map(({ property }) => ({ ...at, property })),
    (at, plugin) => processors.propertiesOf(plugin).some(({ property }) => property === at.property),
  );
}

interface PluginNeeds {
  readonly layout: Layout;
  readonly processors: Processors;
  readonly desk: Desk;
}

/** `of` lists what the processor that stands in a place has; `has` says whether it has one of these. */
function addressesOfPlugins<A extends ProcessorAt>(
  { layout, processors, desk }: PluginNeeds,
  of: (at: ProcessorAt, plugin: unknown) => readonly A[],
  has: (at: A, plugin: unknown) => boolean,
): StripAddresses<A> {
  const places = processorAddresses(layout, processors);
  /** Where only one processor may stand, the desk has nothing to say. */
  const pluginAt = (at: ProcessorAt) => {
    const slot = processors.slot(at.kind, at.processorId);
    return slot === undefined || isChoice(slot) ? desk.read(processorPath(at)).plugin : slot.plugins[0];
  };
  return belowStrips(
    layout,
    (ref) => places.of(ref).flatMap((at) => of(at, pluginAt(at))),
    (at) => places.has(at) && has(at, pluginAt(at)),
    (changed) =>
      stopAll(onSwap(processorAddresses(layout, processors, isChoice), desk, changed), processors.onHosted(changed)),
  );
}

/** Several processors may stand there. */
const isChoice = ({ plugins, isHosted }: Slot): boolean => isHosted || plugins.length > 1;

/** Calls `changed` when another processor stands in one of these places. */
function onSwap(places: StripAddresses<ProcessorAt>, desk: Desk, changed: () => void): () => void {
  const plugins = new Map<string, unknown>();
  for (const path of places.list().map(processorPath)) plugins.set(path, desk.read(path).plugin);
  return desk.onCommit((_revision, paths) => {
    let isSwapped = false;
    for (const path of paths) {
      if (!plugins.has(path)) continue;
      const { plugin } = desk.read(path);
      isSwapped ||= plugin !== plugins.get(path);
      plugins.set(path, plugin);
    }
    if (isSwapped) changed();
  });
}
