import { type Desk, Refusal, type Row, task } from 'rowdesk/provider';
import type { Layout } from '../../console/index.ts';
import { processorPath } from '../chain-addresses.ts';
import { params } from '../contract.ts';
import { bandOf } from '../parameters.ts';
import type { Processors } from '../processors.ts';
import { stripAddresses } from '../strips.ts';
import { busOf } from '../writers.ts';

/** Puts the bands of an equaliser in the order of their frequencies. It is the same equaliser before and after. */
export function sortBandsRow(layout: Layout, processors: Processors, desk: Desk): Row {
  return task('/channel/{kind}/{index}/eq/bands/sort', {
    writers: 'bus',
    busOf,
    summary: 'Puts the bands of the equaliser in the order of their frequencies; the sound stays as it is',
    params,
    addresses: stripAddresses(layout),
    run: async (at, _extra, { actor }) => {
      const bands = processors.equaliser(at.kind)?.bands;
      if (bands === undefined) {
        throw new Refusal('conflict', `${at.kind} ${at.index} has no equaliser.`, { reason: 'no-equaliser' });
      }
      const path = `${processorPath({ ...at, processorId: 'eq' })}/values`;
      const values = desk.read(path);
      const order = Array.from({ length: bands }, (_, place) => place + 1).sort(
        (a, b) => Number(values[`band${a}FrequencyHz`]) - Number(values[`band${b}FrequencyHz`]),
      );
      const changes = Object.keys(values).flatMap((field) => {
        const place = bandOf(field)?.band;
        const from = place === undefined ? undefined : order[place - 1];
        if (place === undefined || from === undefined || from === place) return [];
        return [{ path, field, value: values[field.replace(`band${place}`, `band${from}`)] }];
      });
      const label = `${at.kind} ${at.index} eq bands sorted`;
      if (changes.length > 0)
        await desk.commit({ actor, label: label.charAt(0).toUpperCase() + label.slice(1), changes });
      return { outcome: 'applied', order };
    },
  });
}
