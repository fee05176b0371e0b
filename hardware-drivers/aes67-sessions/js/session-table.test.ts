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

test('a session that its own host announces is as that says it, whatever others of its network say', () => {
  const isNear = (address: string) => address.startsWith('192.168.1.');
  const table = new SessionTable((address, other) => isNear(address) && isNear(other));
  const newer = aes67.replace('1311738121 1311738121', '1311738121 1311738122').replace('239.0.0.1', '239.0.0.2');
  const groups = () => sessions(table).map(({ streams }) => streams[0]?.paths[0]?.address);
  const host = { ...hearing, sender: '192.168.1.1' };
  for (let sender = 2; sender <= 9; sender++) {
    table.hear({ ...hearing, sender: `192.168.1.${sender}`, description: parseSdp(newer), seenAtMs: 9 });
  }
  // A program that announces for a device that does not.
  expect(groups()).toEqual(['239.0.0.2']);
  table.hear(host);
  expect(groups()).toEqual(['239.0.0.1']);
  expect(sessions(table)).toMatchObject([{ seenAtMs: 5 }]);
  table.hear({ ...hearing, sender: '192.168.1.2', description: parseSdp(newer) });
  expect(groups()).toEqual(['239.0.0.1']);
  table.forget(host);
  expect(groups()).toEqual(['239.0.0.2']);
});

test('the host of a session is heard by its other network too', () => {
  const table = new SessionTable(
    (address, other) => address.startsWith('192.168.1.') && other.startsWith('192.168.1.'),
  );
  const newer = aes67.replace('1311738121 1311738121', '1311738121 1311738122').replace('left', 'right');
  table.hear({ ...hearing, sender: '192.168.1.1' });
  table.hear({ ...hearing, sender: '192.168.2.1', description: parseSdp(newer) });
  expect(sessions(table)).toMatchObject([{ name: 'Stage right I/O' }]);
});
