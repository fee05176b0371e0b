import {
  type Audio,
  type Desk,
  type DeskReader,
  follow,
  type ObservedReader,
  type Row,
  Type,
  view,
} from 'rowdesk/provider';
import type { Layout } from '../../console/index.ts';
import { type PropertyAt, processorPath, propertyAddresses } from '../chain-addresses.ts';
import { params } from '../contract.ts';
import { insertLatency } from '../insert-latency.ts';
import type { Processors } from '../processors.ts';
import { processorId } from './processor.ts';

const property = Type.String({ minLength: 1, maxLength: 191 });

/** What a processor is, beside its parameters: how late it is, for one. */
export function propertyRow(layout: Layout, processors: Processors, desk: Desk, audio: Audio): Row {
  const shownValue = (at: PropertyAt, desk: DeskReader, observed: ObservedReader, described: unknown) => {
    const path = processorPath(at);
    const { plugin, enabled } = desk.read(path);
    const isHosted = processors.hosted(plugin) !== undefined;
    if (at.property !== 'latencyFrames') {
      const kept = isHosted ? desk.read(`${path}/values`)[at.property] : undefined;
      return kept ?? observed.read(`${path}/values`, at.property)?.value ?? described;
    }
    if (isHosted) return insertLatency(path, { audio, processors }, desk, observed);
    return enabled ? processors.latencyFrames(plugin, desk.read(`${path}/values`), audio.clock.rate) : 0;
  };
  return view('/channel/{kind}/{index}/chain/processors/{processorId}/properties/{property}', {
    summary: 'A property of a processor',
    params: { ...params, processorId, property },
    addresses: propertyAddresses(layout, processors, desk),
    fields: {
      property: Type.String(),
      label: Type.String(),
      type: Type.String({ title: 'Of its value, as JSON Schema calls it' }),
      value: Type.Unknown(),
      writable: Type.Boolean(),
    },
    get: (at, desk, observed) => {
      const { plugin } = desk.read(processorPath(at));
      const described = processors.propertiesOf(plugin).find(({ property }) => property === at.property);
      return { ...described, value: shownValue(at, desk, observed, described?.value) };
    },
    watch: follow(audio, (changed) => processors.onHosted(changed)),
  });
}
