// Many rows on one event stream: a browser opens six connections to a host, and a page of a desk shows hundreds of rows.
import { defineProvider, Faults, follow, Rows, Time, type Token, token, view } from 'rowdesk/provider';
import * as contract from './contract.ts';
import { Streams } from './streams.ts';

const StreamsToken: Token<Streams> = token<Streams>('streams.streams');

/** How often /streams looks at the counts of conflated changes. */
const countsIntervalMs = 1000;

export default defineProvider({
  name: 'streams',
  needs: { faults: Faults, rows: Rows, time: Time },
  offers: { streams: StreamsToken },
  services: ({ faults, rows, time }) => ({ streams: new Streams(rows, time, faults) }),
  rows: ({ time, offered: { streams } }) => {
    const params = { id: contract.streamId };
    // Whoever names a stream makes it, so any id has a row.
    const addresses = { has: () => true, list: () => streams.list().map(({ id }) => ({ id })) };
    const watch = (_at: object, changed: () => void) => streams.onChange(changed);
    return [
      view('/streams', {
        summary: 'The streams there are',
        fields: contract.streams,
        get: () => ({
          items: streams
            .list()
            .map(({ id, readers, intervalMs, conflations }) => ({ id, readers, intervalMs, conflated: conflations })),
        }),
        watch: follow(streams, (changed) => time.every(countsIntervalMs, changed)),
      }),
      view('/streams/{id}', {
        summary: 'One event stream that carries many rows',
        params,
        addresses,
        fields: contract.stream,
        get: ({ id }) => ({ targets: streams.get(id)?.targets ?? [] }),
        watch,
        multiplex: ({ id }, send, watcher, remove) => streams.read(id, { send, remove }, watcher),
      }),
      view('/streams/{id}/demand', {
        summary: 'What a stream carries, and how often',
        params,
        addresses,
        fields: contract.demand,
        writable: ['targets', 'intervalMs'],
        writers: 'view',
        continuous: true,
        get: ({ id }) => {
          const { targets = [], intervalMs = contract.defaultIntervalMs } = streams.get(id) ?? {};
          return { targets, intervalMs };
        },
        write: ({ id }, change, actor, address, permit) =>
          streams.demand(id, change, { actor, address, ...(permit === undefined ? {} : { permit }) }),
        watch,
      }),
    ];
  },
  start: ({ offered }) => offered.streams.start(),
});
