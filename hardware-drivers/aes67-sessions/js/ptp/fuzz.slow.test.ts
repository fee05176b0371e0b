// 100,000 datagrams that no ptp4l sends: nothing but a counter moves.
import { expect, test } from 'vitest';
import { FakeTime } from '../../../../core/testing.ts';
import { drawing } from '../drawing-double.ts';
import { PtpObserver } from './observer.ts';
import { answerOf, masterId, Ptp4lDouble, path } from './ptp4l-double.ts';

const rounds = 1000;
const each = 100;

test('100,000 malformed messages move the counter, and the clock stays locked to its grandmaster', () => {
  const draw = drawing(Number(process.env.SEED ?? 67));
  const time = new FakeTime();
  let refused = 0;
  let taken = 0;
  const timers = {
    ...{ nowMs: () => time.monotonicMs(), wallMs: () => time.now() },
    every: (ms: number, action: () => void) => time.every(ms, action),
    after: (ms: number, action: () => void) => time.after(ms, action),
  };
  const ptp4l = new Ptp4lDouble(timers);
  const receive = () => {
    const datagram = ptp4l.waiting.shift() ?? null;
    if (datagram !== null) taken += 1;
    return datagram;
  };
  const socket = { send: (bytes: Uint8Array, to: string) => ptp4l.send(bytes, to), receive, close: () => {} };
  const isSame = (from: string, server: string) => from === server;
  const needs = { open: () => socket, servers: [path], isSame, timers, refused: () => refused++ };
  const observer = new PtpObserver({ ...needs, followerOption: () => 'slaveOnly' }, 0);
  time.advance(2000);
  const takenOfPtp4l = taken;
  let sent = 0;
  for (let round = 0; round < rounds; round++) {
    // Right behind the questions, so that sequences fit now and then.
    const answers = [...ptp4l.waiting];
    for (let n = 0; n < each; n++) {
      ptp4l.waiting.push({
        from: draw(8) === 0 ? '/tmp/liar' : path,
        bytes: malformed(draw, ptp4l),
        isTruncated: false,
      });
      sent += 1;
    }
    expect(answers.length).toBeLessThan(32);
    time.advance(500);
  }
  expect(sent).toBe(100_000);
  expect(taken - takenOfPtp4l).toBe(sent + rounds * 6);
  expect(refused).toBe(sent);
  expect(observer.ptp).toMatchObject({
    state: 'locked',
    grandmasterId: masterId,
    domain: 0,
    utcOffsetS: 37,
    offsetNs: -105,
  });
  observer.close();
});

/** A message of ptp4l's with a sequence that was not asked for, cut, lengthened or with bytes of chance; or chance alone. */
function malformed(draw: (below: number) => number, { clock }: Ptp4lDouble): Uint8Array {
  if (draw(4) === 0) return Uint8Array.from({ length: draw(2049) }, () => draw(256));
  const request = new Uint8Array(54);
  const view = new DataView(request.buffer);
  view.setUint16(30, 40_000 + draw(20_000));
  view.setUint16(52, draw(2) === 0 ? 0x2000 + draw(6) : 0xc000 + draw(6));
  request[29] = 1;
  const bytes = answerOf(request, { ...clock, portState: draw(256), announceLog: draw(256) - 128 });
  if (draw(3) === 0) return bytes.subarray(0, draw(bytes.length));
  if (draw(3) === 0) return Uint8Array.from([...bytes, ...Array.from({ length: draw(64) }, () => draw(256))]);
  // Not the sequence: one that fits by chance would make it an answer.
  for (let n = draw(4); n >= 0; n--) {
    const at = draw(bytes.length);
    if (at !== 30 && at !== 31) bytes[at] = draw(256);
  }
  return bytes;
}
