import { type Audio, alias, type DeskReader, follow, Refusal, type Row } from 'rowdesk/provider';
import { kindLabels, type Layout, type StripRef, stripPath } from '../../console/index.ts';
import { params, preamp } from '../contract.ts';
import { describe } from '../kinds.ts';
import type { Preamp, PreampField, Preamps } from '../preamps.ts';
import { addressesOfKinds } from '../strips.ts';

const fields = ['gainDb', 'phantom', 'pad'] as const;

/** The preamp of the socket that a strip hears; it belongs to the socket, and is shared by all strips that hear it. */
export function preampRow(layout: Layout, preamps: Preamps, audio: Audio): Row {
  const preampAt = (ref: StripRef, desk: DeskReader): Preamp => {
    const { sourceId } = desk.read(stripPath(ref));
    const found = preamps.of(sourceId, desk);
    if (found !== undefined) return found;
    const device = audio.devices.find(({ id }) => String(sourceId).startsWith(`${id}:`));
    const why = device?.present === false ? 'is not there' : 'has no preamp';
    const what = sourceId === '' ? 'It has no source' : `Its source ${sourceId} ${why}`;
    throw new Refusal('device-absent', `${what}; ${stripPath(ref)} has nothing to set here.`, { sourceId });
  };
  return alias('/channel/{kind}/{index}/preamp', {
    summary: 'The preamp of the socket that a strip hears',
    labels: kindLabels,
    params,
    addresses: addressesOfKinds(layout, (kind) => describe(kind).hasSource),
    fields: preamp,
    writable: fields,
    get: (at, desk, observed) => {
      const { path, device, names } = preampAt(at, desk);
      const socket = desk.read(path);
      const shown = fields.flatMap((field) => {
        const name = names[field];
        return name === undefined ? [] : [[field, socket[name]]];
      });
      const confirmed = Object.values(names).every((name) => observed.matches(path, name));
      return { ...Object.fromEntries(shown), device, confirmed };
    },
    set: (at, change, desk) => {
      const { path, names } = preampAt(at, desk);
      return Object.entries(change).map(([field, value]) => {
        return { path, field: names[field as PreampField] ?? field, value, via: field };
      });
    },
    limits: (at, desk) => {
      const { names, gain } = preampAt(at, desk);
      const absent = fields.filter((field) => names[field] === undefined);
      return {
        ...(gain === undefined ? {} : { gainDb: gain }),
        ...Object.fromEntries(absent.map((name) => [name, false])),
      };
    },
    watch: follow(audio),
  });
}
