// The event streams, said once for all rows: OpenAPI 3.1 can describe the data of an event, but not which events there
// are. An extension (`x-`) is what the specification leaves for that (4.9).

const revision = {
  type: 'object',
  properties: { revision: { type: 'integer', description: 'Of the desk, as it is now.' } },
  required: ['revision'],
};
const row = { description: 'The whole row, as GET answers it.' };

export const eventStreams = {
  description:
    'GET of any row with ?watch=1 answers with server-sent events (WHATWG HTML, 9.2). Every snapshot and change is the ' +
    'whole row, so that nothing needs to be replayed after a reconnection; a slow reader gets the newest value only.',
  mediaType: 'text/event-stream',
  id: {
    description: '<epoch>-<n>-<revision>: the start of the service, the number of the event, the revision of the desk.',
    pattern: '^[^-]+(-[^-]+)*-[0-9]+-[0-9]+$',
  },
  events: {
    snapshot: { description: 'First, and after each reconnection.', data: row },
    change: { description: 'The row changed. All rows of one commit are sent in one tick.', data: row },
    gone: { description: 'The row ceased to exist; the stream ends.', data: { description: 'The last value.' } },
    beat: { description: 'Every 5 s, so that a dead connection shows.', data: revision },
    bye: { description: 'The service ends; come back after the time in `retry`.', data: revision },
  },
};
