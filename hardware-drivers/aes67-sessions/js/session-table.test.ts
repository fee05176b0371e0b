import { expect, test } from 'vitest';
import { aes67 } from './sdp/dialects-fixture.ts';
import { parseSdp } from './sdp/parse.ts';
import type { Session } from './session.ts';
import { type Hearing, SessionTable, sessionId } from './session-table.ts';

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

const from = (sender: string, id: number) => ({
  ...{ ...hearing, sender, description: parseSdp(aes67.replace('1311738121', `${id}`)), seenAtMs: 1_000 },
});
const crowd = (table: SessionTable) => table.crowd.value;

test('slots are shared by address: a flood makes room for others, its newest session first', () => {
  const table = new SessionTable();
  for (let id = 1; id <= 256; id++) table.hear(from('10.0.0.7', id));
  expect(crowd(table)).toBeNull();
  const ids = new Set(sessions(table).map(({ id }) => id));
  for (let id = 1_001; id <= 1_128; id++) table.hear(from('10.0.0.2', id));
  const stay = sessions(table).filter(({ id }) => ids.has(id));
  expect(stay).toHaveLength(128);
  const first = sessionId(from('10.0.0.7', 1).description);
  const last = sessionId(from('10.0.0.7', 256).description);
  expect([table.has(first), table.has(last)]).toEqual([true, false]);
  // Both have as many now.
  expect(() => table.hear(from('10.0.0.2', 1_129))).toThrow('there are 256 sessions already');
  expect(() => table.hear(from('10.0.0.7', 300))).toThrow('there are 256 sessions already');
  table.hear(from('10.0.0.3', 1));
  expect(sessions(table)).toHaveLength(256);
});

test('what an input is subscribed to loses its place to no flood, and finds one in a table full of strangers', () => {
  const table = new SessionTable();
  const kept = [from('10.0.0.2', 5_000), from('10.0.0.7', 256), from('10.0.0.3', 6_000)] as const;
  table.keep(kept.map(({ description }) => sessionId(description)));
  table.hear(kept[0]);
  for (let id = 2; id <= 256; id++) table.hear(from('10.0.0.7', id));
  for (let id = 1_001; id <= 1_100; id++) table.hear(from('10.0.0.8', id));
  expect(table.has(sessionId(kept[1].description))).toBe(true);
  // As many senders as slots, as one that forges its address has: no share is larger than another.
  const full = new SessionTable();
  full.keep([sessionId(kept[2].description)]);
  for (let id = 1; id <= 256; id++) full.hear(from(`10.0.${id >> 8}.${id & 255}`, id));
  expect(() => full.hear(from('10.0.9.9', 999))).toThrow('there are 256 sessions already');
  full.hear(kept[2]);
  for (let id = 300; id <= 400; id++) expect(() => full.hear(from(`10.1.1.${id - 299}`, id))).toThrow('already');
  expect(full.has(sessionId(kept[2].description))).toBe(true);
});

test('a crowd is said with its largest sender, until a minute passes without another', () => {
  const table = new SessionTable();
  for (let id = 1; id <= 256; id++) table.hear(from('10.0.0.7', id));
  expect(() => table.hear(from('10.0.0.7', 257))).toThrow('already');
  table.hear(from('10.0.0.2', 1));
  table.expire(5_000);
  // The clock on the wall is set meanwhile, which says nothing of the time that passed.
  table.hear({ ...from('10.0.0.2', 1_000), seenAtMs: 86_400_000 });
  expect(crowd(table)).toEqual({ address: '10.0.0.7', sessions: 256, without: 2 });
  table.expire(30_000);
  table.expire(90_000);
  expect(crowd(table)).not.toBeNull();
  table.expire(90_001);
  expect(crowd(table)).toBeNull();
});

test('a session names the sender of its description, and of equal versions the host itself', () => {
  const table = new SessionTable();
  table.hear(hearing);
  expect(sessions(table)).toMatchObject([{ address: '192.168.1.1', sender: '10.0.0.1' }]);
  table.hear({ ...hearing, sender: '192.168.1.1' });
  expect(sessions(table)).toMatchObject([{ address: '192.168.1.1', sender: '192.168.1.1' }]);
});
