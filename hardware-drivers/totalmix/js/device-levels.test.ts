import { beforeEach, expect, test } from 'vitest';
import { preamp, Rig, root } from '../test/rig.ts';

let rig: Rig;
beforeEach(() => {
  rig = new Rig();
});

test('a muted place of the mix is off, its level is remembered, and unverified meanwhile', () => {
  rig.hardware.readAll();
  rig.set(`${root}/mix/1/1`, 'levelDb', -6);
  rig.hardware.readAll();
  rig.set(`${root}/mix/1/1`, 'muted', true);
  expect(rig.hardware.written.at(-1)).toEqual(['mix/1/1/levelDb', -144]);
  rig.hardware.readAll();
  expect(rig.reading(`${root}/mix/1/1`, 'muted')).toMatchObject({ value: true, state: 'applied' });
  expect(rig.reading(`${root}/mix/1/1`, 'levelDb')).toMatchObject({ value: -6, state: 'unverified' });
  rig.set(`${root}/mix/1/1`, 'levelDb', -9);
  expect(rig.hardware.written.at(-1)).toEqual(['mix/1/1/levelDb', -144]);
  rig.set(`${root}/mix/1/1`, 'muted', false);
  expect(rig.hardware.written.at(-1)).toEqual(['mix/1/1/levelDb', -9]);
});

test('a place that the desk only mutes gets its own level back', () => {
  rig.hardware.values.set('mix/1/1/levelDb', -20);
  rig.hardware.readAll();
  rig.set(`${root}/mix/1/1`, 'muted', true);
  rig.hardware.readAll();
  rig.set(`${root}/mix/1/1`, 'muted', false);
  expect(rig.hardware.written).toEqual([
    ['mix/1/1/levelDb', -144],
    ['mix/1/1/levelDb', -20],
  ]);
});

test('a muted place that is turned up at the device is not muted any more', () => {
  rig.hardware.readAll();
  rig.set(`${root}/mix/1/1`, 'levelDb', -6);
  rig.set(`${root}/mix/1/1`, 'muted', true);
  rig.hardware.readAll();
  rig.hardware.turn('mix/1/1/levelDb', -3);
  expect(rig.adopted).toEqual([
    { path: `${root}/mix/1/1`, field: 'levelDb', value: -3, state: 'applied' },
    { path: `${root}/mix/1/1`, field: 'muted', value: false, state: 'applied' },
  ]);
});

test('-65 dB is off at the device, and shown as it was wanted', () => {
  rig.hardware.readAll();
  rig.set(`${root}/outputs/1`, 'levelDb', -65);
  rig.hardware.values.set('output/1/levelDb', -144);
  rig.hardware.readAll();
  expect(rig.reading(`${root}/outputs/1`, 'levelDb')).toMatchObject({ value: -65, state: 'applied' });
});

test('a name is cut as the device keeps it, confirmed where the device says it, and none is sent for none', () => {
  rig.hardware.readAll();
  rig.set(preamp, 'label', '');
  expect(rig.reading(preamp, 'label')).toMatchObject({ value: '', state: 'applied' });
  expect(rig.hardware.written).toEqual([]);
  rig.hardware.turn('input/1/label', 'Theirs');
  expect(rig.adopted).toEqual([]);
  rig.set(preamp, 'label', 'Überkick → left');
  expect(rig.hardware.written).toEqual([['input/1/label', 'Überkick ? ']]);
  rig.hardware.turn('input/1/label', 'Überkick ? ');
  expect(rig.reading(preamp, 'label')).toMatchObject({ value: 'Überkick → left', state: 'applied' });
  expect(rig.adopted).toEqual([]);
  rig.hardware.turn('input/1/label', 'Snare');
  expect(rig.adopted).toEqual([{ path: preamp, field: 'label', value: 'Snare', state: 'applied' }]);
});
