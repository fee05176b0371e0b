import { expect, test } from 'vitest';
import { FakeTime } from '../../testing/fake-time.ts';
import { decodeMeters, type MeterFormat } from '../link/meter-frame.ts';
import type { AudioHost } from './audio-host.ts';
import { MeterSender } from './meter-sender.ts';

const formatOf = (name: string): MeterFormat => ({
  paths: ['/channel/input/1', '/channel/input/2'],
  legs: [1, 1],
  columns: [{ name, legs: 1, fold: 'max' }],
});

function setUp() {
  const time = new FakeTime();
  let peak = 0;
  /** A mixer that counts the reads. */
  const mixer = {
    readMeters: (_reader: number, values: Float32Array, clips: Uint32Array) => {
      peak += 1;
      values.fill(peak);
      clips.fill(7);
    },
  };
  const host: { mixer?: unknown; meterFormat?: MeterFormat; figures: () => undefined } = { figures: () => undefined };
  const sent: unknown[] = [];
  const sink = {
    isSlow: false,
    send: (message: object) => void sent.push(message),
    sendMeters: (body: Uint8Array) => {
      const { values, clips } = decodeMeters(Buffer.from(body), host.meterFormat);
      sent.push([...values, ...clips]);
    },
  };
  const sender = new MeterSender(host as unknown as AudioHost, time, sink);
  const open = (meterFormat: MeterFormat) => Object.assign(host, { mixer, meterFormat });
  const step = () => {
    time.advance(40);
    return sent.splice(0);
  };
  return { sender, sink, open, step };
}

test('the format of a mixer goes before its first frame, and no frame without a mixer', () => {
  const { sender, open, step } = setUp();
  sender.start(40, null);
  expect(step()).toEqual([]);
  open(formatOf('peak'));
  expect(step()).toEqual([{ type: 'meterFormat', ...formatOf('peak') }, [1, 1, 7, 7]]);
  expect(step()).toEqual([[2, 2, 7, 7]]);
  open(formatOf('mean'));
  expect(step()).toEqual([{ type: 'meterFormat', ...formatOf('mean') }, [3, 3, 7, 7]]);
  sender.stop();
  expect(step()).toEqual([]);
});

test('the meters of a slow connection are not read, so that the mixer keeps their maxima', () => {
  const { sender, sink, open, step } = setUp();
  open(formatOf('peak'));
  sender.start(40, null);
  sink.isSlow = true;
  expect([step(), step()]).toEqual([[], []]);
  sink.isSlow = false;
  // the first read is that of the start
  expect(step().at(-1)).toEqual([2, 2, 7, 7]);
});
