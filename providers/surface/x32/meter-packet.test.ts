import { expect, test } from 'vitest';
import { readParcels } from '../../../hardware-drivers/lib/osc/js/parcel.ts';
import { type Level, Levels } from './levels.ts';
import { meterBlob, silenceDb } from './meter-blob.ts';
import { MeterPacket, type MeterValue } from './meter-packet.ts';

const input = (index: number, preDb: readonly number[], postDb = preDb, grDb = 0): Level => ({
  ...{ kind: 'input', index, preDb, postDb, grDb },
});

/** The blob of the packet as a client reads it. */
function blobIn({ bytes }: MeterPacket): Uint8Array {
  const [{ messages: [message] = [] } = {}] = [...readParcels(bytes)];
  expect(message).toMatchObject({ address: '/meters/1', unreadable: '' });
  return message?.values[0] as Uint8Array;
}

test('a packet has the levels of the moment, in each unit', () => {
  for (const unit of ['factor', 'decibel'] as const) {
    const levels = new Levels();
    const [one, two] = [levels.strip('/channel/input/1'), levels.strip('/channel/input/2')];
    const values: MeterValue[] = [
      ...[
        [one, 'pre'],
        [one, 'preLeft'],
        [one, 'preRight'],
        [two, 'post'],
        [two, 'postRight'],
      ],
      ...[[two, 'dynamics'], -20],
    ] as MeterValue[];
    const packet = new MeterPacket('/meters/1', values, unit, levels);
    const shows = (...valuesDb: number[]) => expect(blobIn(packet)).toEqual(meterBlob(valuesDb, unit));
    const rest = [silenceDb, silenceDb, silenceDb, silenceDb, silenceDb, 0, -20];
    shows(...rest);
    levels.take([input(1, [-10, -4]), input(2, [-3], [-9], -6)]);
    shows(-4, -10, -4, -9, -9, -6, -20);
    // The same strips, a strip less, the other order, and none.
    levels.take([input(1, [-11, -12]), input(2, [-3], [-8], -5)]);
    shows(-11, -11, -12, -8, -8, -5, -20);
    levels.take([input(2, [-3], [-8, -2], -4)]);
    shows(silenceDb, silenceDb, silenceDb, -2, -2, -4, -20);
    levels.take([input(2, [-3], [-7], -3), input(1, [-13])]);
    shows(-13, -13, -13, -7, -7, -3, -20);
    levels.clear();
    shows(...rest);
  }
});
