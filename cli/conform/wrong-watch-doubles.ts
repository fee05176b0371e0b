// What a server can do wrong with those who watch.
import { answerJson } from '../service-double.ts';
import { refuse, type WrongServer } from './server-double.ts';

const align = '/channel/input/1/align';

export const wrongWatches: readonly WrongServer[] = [
  [
    'a row that can not be watched',
    ({ url, path }, response) => url.endsWith('?watch=1') && path === align && refuse(response, 404),
    [/^1.4 watch .*\/align: \?watch=1 answers 404/, /^6.1 .*\?watch=1 answers 404/],
  ],
  [
    'a watch that begins with something else',
    ({ url, path }, response) => {
      if (!url.endsWith('?watch=1') || path !== '/channel') return false;
      return response.writeHead(200, { 'content-type': 'text/event-stream' }).write('event: hello\ndata: {}\n\n');
    },
    ['1.4 watch /channel: the first event has no clipped, strips'],
  ],
  [
    'a watch that begins with what the row is not',
    ({ url, path }, response) => {
      if (!url.endsWith('?watch=1') || path !== '/channel') return false;
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      return response.write('event: snapshot\ndata: {"strips":[{}],"clipped":[]}\n\n');
    },
    ['1.4 watch /channel: the first event shows strips [{}], and GET []'],
  ],
  [
    'a watch that says nothing',
    ({ url, path }, response) => {
      if (!url.endsWith('?watch=1') || path !== '/channel') return false;
      return response.writeHead(200, { 'content-type': 'text/event-stream' }).write(': nothing yet\n\n');
    },
    ['1.4 watch /channel: no event came'],
  ],
  [
    'changes that are not published',
    ({ method, path, body }, response, rows) => {
      if (method !== 'PATCH' || path !== align || !body.includes('2.01')) return false;
      const there = rows.get(align);
      if (there !== undefined) there.row = { ...there.row, delayMs: 2.01 };
      answerJson(response, there?.row);
      return true;
    },
    ['6.1 a watch of /channel/{kind}/{index}/align follows a change and its return: no event shows the change'],
  ],
];
