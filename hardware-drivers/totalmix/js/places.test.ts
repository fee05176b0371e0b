import { expect, test } from 'vitest';
import { areaOf, Places } from './places.ts';

const places = new Places('ucx2');

test.each([
  ['input/3/gainDb', '/stagebox/ucx2/inputs/3', 'gainDb', 'gain'],
  ['input/1/phantom', '/stagebox/ucx2/inputs/1', 'phantom', 'phantom'],
  ['output/2/label', '/stagebox/ucx2/outputs/2', 'label', 'routing'],
  ['input/3/hiZ', '/vendorA/totalmix/inputs/3', 'hiZ', 'gain'],
  ['output/20/levelDb', '/vendorA/totalmix/outputs/20', 'levelDb', 'routing'],
  ['mix/1/40/pan', '/vendorA/totalmix/mix/1/40', 'pan', 'routing'],
  ['mix/1/40/muted', '/vendorA/totalmix/mix/1/40', 'muted', 'routing'],
  ['clockSource', '/vendorA/totalmix', 'clockSource', 'clock'],
])('%s stands at %s', (key, path, field, area) => {
  expect(places.of(key)).toEqual({ path, field });
  expect(places.keyAt({ path, field })).toBe(key);
  expect(areaOf(key)).toBe(area);
});

test.each([
  ['/stagebox/other/inputs/3', 'gainDb'],
  ['/stagebox/ucx2', 'label'],
  ['/stagebox/ucx2/inputs/3', 'hiZ'],
  ['/vendorA/totalmix/inputs/3', 'gainDb'],
  ['/vendorA/totalmix/mix/3', 'levelDb'],
  ['/vendorA/totalmix', 'policy'],
])('%s %s is the place of no key', (path, field) => {
  expect(places.keyAt({ path, field })).toBeUndefined();
});
