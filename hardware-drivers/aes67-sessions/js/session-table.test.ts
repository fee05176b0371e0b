import { expect, test } from 'vitest';
import { aes67 } from './sdp/dialects-fixture.ts';
import { parseSdp } from './sdp/parse.ts';
import type { Session } from './session.ts';
import { type Hearing, SessionTable } from './session-table.ts';

const hearing: Hearing = {
  ...{ via: 'sap', sender: '10.0.0.1', description: parseSdp(aes67), host: '', ours: false, seenAtMs: 5 },
};
const byMdns: Hearing = { ...hearing, via: 'mdns', host: 'stage', seenAtMs: 9 };
const sessions = (table: SessionTable) =>
  table.observe().flatMap(({ value }) => (value === null ? [] : [value as Session]));

test('a session that is heard in two ways is one, with the name of its host, until both have ended', () => {
  const table = new SessionTable();
  table.hear(hearing);
  expect(sessions(table)).toMatchObject([{ device: '192.168.1.1', via: ['sap'], seenAtMs: 5 }]);
  table.hear(byMdns);
  expect(sessions(table)).toMatchObject([{ device: 'stage', via: ['sap', 'mdns'], seenAtMs: 9 }]);
  table.forget(hearing);
  expect(sessions(table)).toMatchObject([{ via: ['mdns'] }]);
  table.forget(hearing);
  table.forget(byMdns);
  expect(sessions(table)).toEqual([]);
});

test('a slot that did not change is the same reading', () => {
  const table = new SessionTable();
  const before = [...table.observe()];
  table.hear(hearing);
  const changed = table.observe().flatMap((reading, index) => (reading === before[index] ? [] : [index]));
  expect(changed).toEqual([0]);
});

test('a session has at most eight senders', () => {
  const table = new SessionTable();
  for (let sender = 1; sender <= 8; sender++) table.hear({ ...hearing, sender: `10.0.0.${sender}` });
  expect(() => table.hear({ ...hearing, sender: '10.0.0.9' })).toThrow('more than 8 senders have this session');
  table.hear({ ...hearing, sender: '10.0.0.8', seenAtMs: 7 });
  expect(sessions(table)).toMatchObject([{ seenAtMs: 7 }]);
});

test('a session whose row would be too long is refused, and the one before stays', () => {
  const table = new SessionTable();
  const labels = Array.from({ length: 64 }, (_none, index) => `${index}`.padEnd(60, 'x'));
  const medium = `m=audio 5004 RTP/AVP 96\r\ni=${labels.join(',')}\r\na=rtpmap:96 L24/48000/64\r\n`;
  const text = (media: number) =>
    `v=0\r\no=- 5 5 IN IP4 10.0.0.1\r\ns=x\r\nc=IN IP4 239.0.0.1/32\r\n${medium.repeat(media)}`;
  table.hear({ ...hearing, description: parseSdp(text(13)) });
  const before = sessions(table);
  expect(JSON.stringify(before[0]).length).toBeGreaterThan(50_000);
  expect(() => table.hear({ ...hearing, description: parseSdp(text(16)) })).toThrow(
    'it is longer than 60000 characters',
  );
  expect(sessions(table)).toEqual(before);
});
