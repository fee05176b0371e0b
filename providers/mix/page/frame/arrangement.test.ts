import { expect, test } from 'vitest';
import { arrangementOf, figuresOf, withSpillKeys } from './arrangement.ts';

const of = (page: [number, number], bank: [number, number], textScale = 1, most?: number) =>
  arrangementOf({ widthPx: page[0], heightPx: page[1] }, { widthPx: bank[0], heightPx: bank[1] }, textScale, most);

test.each([
  ['screen', of([1920, 1080], [1758, 908]), 16, 4],
  ['tablet', of([1180, 820], [1016, 656]), 10, 0],
  ['phone', of([390, 844], [384, 600]), 4, 0],
  ['low', of([844, 390], [774, 320]), 8, 0],
] as const)('a %s shows as many strips as have room', (kind, arrangement, strips, dcas) => {
  expect(arrangement).toMatchObject({ kind, strips, dcas });
});

test('strips, DCAs and main fill the bank and are not wider', () => {
  for (let width = 320; width <= 3840; width += 7) {
    const { strips, dcas, stripPx, mainPx } = of([width, 900], [width - 20, 700]);
    const needed = strips * (stripPx + 3) + dcas * (stripPx + 3) + mainPx;
    expect(needed).toBeLessThanOrEqual(width - 20 + 1e-9);
    expect(stripPx).toBeGreaterThanOrEqual(60);
  }
});

test('text of twice the size has fewer and wider strips', () => {
  const usual = of([1180, 820], [1016, 656]);
  const large = of([1180, 820], [1016, 656], 2);
  expect(large.strips).toBeLessThan(usual.strips);
  expect(large.stripPx).toBeGreaterThanOrEqual(2 * 73);
  expect(of([390, 844], [384, 600], 2).strips).toBe(1);
});

test('parts above the fader go, one after the other, before it gets shorter than 240 px', () => {
  const parts = (height: number) => of([1180, 820], [1016, height]).parts;
  expect(parts(656)).toEqual(['eq', 'pan', 'solo']);
  expect(parts(560)).toEqual(['pan', 'solo']);
  expect(parts(500)).toEqual(['solo']);
  expect(parts(400)).toEqual([]);
});

test('no column is left empty by a pair that stays on one page', () => {
  for (let width = 320; width <= 3840; width += 7) {
    for (const scale of [1, 1.5, 2]) {
      const { strips } = of([width, 900], [width - 20, 700], scale);
      expect([strips === 1 || strips % 2 === 0, width, scale]).toEqual([true, width, scale]);
    }
  }
});

test('a tablet with text of twice the size has SOLO', () => {
  expect(of([1180, 820], [876, 564], 2)).toMatchObject({ strips: 2, parts: ['solo'] });
});

test('a screen twice as high has two rows, and the halves of a link stand in one', () => {
  const { rows, strips, dcas, travelPx } = of([3840, 2160], [3676, 1980]);
  expect({ rows, dcas }).toEqual({ rows: 2, dcas: 8 });
  expect(strips).toBeGreaterThanOrEqual(64);
  expect((strips / rows) % 2).toBe(0);
  expect(travelPx).toBeGreaterThan(500);
  expect(of([2560, 1440], [2400, 1260]).rows).toBe(1);
  expect(of([3840, 2160], [3676, 1980], 1, 32)).toMatchObject({ rows: 1, dcas: 4 });
});

test('a short fader has fewer figures', () => {
  expect([500, 150, 60].map((travelPx) => figuresOf(travelPx, 1))).toEqual(['all', 'half', 'unity']);
  expect(figuresOf(300, 2)).toBe('half');
});

test('a phone has a solo key, and in a bank with DCAs the keys that spill them', () => {
  const phone = of([390, 844], [384, 560]);
  expect(phone.parts).toEqual(['solo']);
  const spilling = withSpillKeys(phone);
  expect(spilling.parts).toEqual(['pan', 'solo']);
  expect(spilling.travelPx).toBe(phone.travelPx - 44);
  const tablet = of([1180, 820], [1016, 656]);
  expect(withSpillKeys(tablet)).toBe(tablet);
});
