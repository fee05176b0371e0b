import { expect, test } from 'vitest';
import { dataSetIn } from './data-sets.ts';
import { answerIn, managementIds, requestOf } from './management.ts';

const bytesOf = (hex: string) => Uint8Array.from(Buffer.from(hex, 'hex'));
const head = (length: string, port = '0000') =>
  `0d02${length}00000000000000000000000000000000825c70fffe61127d${port}0007047f0000000000000000000100000200`;

/** Of ptp4l 3.1.1 with time stamps of software, slave of another: its own answers, to the number of who asked. */
const captured: Readonly<Record<keyof typeof managementIds, string>> = {
  defaultDataSet: `${head('004a')}0001001620000300 0001c8fffeffff80825c70fffe61127d0000`,
  currentDataSet: `${head('0048')}0001001420010001ffffffffff18000000000000087f0000`,
  parentDataSet: `${head('0056')}000100222002bea9b2fffe88bb9700010000ffff7fffffff64f8feffff80bea9b2fffe88bb97`,
  timePropertiesDataSet: `${head('003a')}000100062003002500a0`,
  portDataSet: `${head('0050', '0001')}0001001c2004825c70fffe61127d000109ff00000000000000000003fd010002`,
  timeStatus: `${head('0068')}00010034c000000000000000009a18eab3f0eb2bcae90000000000000000000000000000000000000000000000000001bea9b2fffe88bb97`,
};
const words = (name: keyof typeof managementIds) => bytesOf(captured[name].replaceAll(' ', ''));

function parsed(name: keyof typeof managementIds) {
  const answer = answerIn(words(name));
  expect(answer).toMatchObject({ domain: 0, sequence: 7, portNumber: 1, id: managementIds[name] });
  return dataSetIn(managementIds[name], answer?.data as DataView);
}

test('what ptp4l answered is read as pmc prints it', () => {
  const clockId = '82-5C-70-FF-FE-61-12-7D';
  const grandmasterId = 'BE-A9-B2-FF-FE-88-BB-97';
  expect(parsed('defaultDataSet')).toEqual({ default: { isSlaveOnly: true, clockId, domain: 0 } });
  expect(parsed('currentDataSet')).toEqual({ current: { stepsRemoved: 1, meanPathDelayNs: 2175 } });
  expect(parsed('parentDataSet')).toEqual({ parent: { grandmasterId } });
  const time = { utcOffsetS: 37, isUtcOffsetValid: false, isPtpTimescale: false };
  expect(parsed('timePropertiesDataSet')).toEqual({ timeProperties: time });
  const intervals = { announceIntervalMs: 1000, syncIntervalMs: 125 };
  expect(parsed('portDataSet')).toEqual({ port: { portNumber: 1, state: 'slave', ...intervals } });
  const ingressNs = 0x18eab3f0eb2bcae9n;
  const status = { offsetNs: 154, ingressNs, isGrandmasterPresent: true, grandmasterId };
  expect(parsed('timeStatus')).toEqual({ timeStatus: status });
});

test('a request is a GET of one data set to every port, as pmc sends one', () => {
  const bytes = requestOf({ domain: 5, sequence: 258, portNumber: 1, id: managementIds.portDataSet });
  expect(Buffer.from(bytes).toString('hex')).toBe(
    '0d020036050000000000000000000000000000000000000000000000000101020 47fffffffffffffffffffff00000000000100022004'.replace(
      ' ',
      '',
    ),
  );
});

test('what is cut short, longer than it says, no response or of another kind is none', () => {
  const whole = words('timeStatus');
  for (let length = 0; length < whole.length; length++) expect(answerIn(whole.subarray(0, length))).toBeUndefined();
  expect(answerIn(Uint8Array.from([...whole, 0]))).toBeUndefined();
  const changed = (at: number, value: number) => answerIn(whole.map((byte, place) => (place === at ? value : byte)));
  expect(changed(0, 0x0b)).toBeUndefined();
  expect(changed(1, 1)).toBeUndefined();
  expect(changed(46, 0)).toBeUndefined();
  expect(changed(49, 3)).toBeUndefined();
  expect(changed(51, 0x36)).toBeUndefined();
  expect(changed(51, 1)).toBeUndefined();
});

test('an error status is an answer without data', () => {
  const unsupported = bytesOf(`${head('003c')}000200080002c09900000000`);
  expect(answerIn(unsupported)).toMatchObject({ id: 0xc099, data: undefined });
});

test('a data set of another length, or with a state or an interval that no port has, is none', () => {
  const data = (hex: string) => new DataView(bytesOf(hex).buffer);
  for (const id of Object.values(managementIds)) expect(dataSetIn(id, data('00'))).toBeUndefined();
  expect(dataSetIn(0xc099, data('00'))).toBeUndefined();
  const port = (state: string, announce: string) =>
    dataSetIn(0x2004, data(`825c70fffe61127d0001${state}ff0000000000000000${announce}03fd010002`));
  expect(port('09', '00')).toBeDefined();
  expect([port('00', '00'), port('0a', '00'), port('ff', '00'), port('09', '7f')]).toEqual(Array(4).fill(undefined));
});
