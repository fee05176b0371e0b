import { expect, test } from 'vitest';
import { proposeGain } from './gain-proposal.ts';

const preamp = (value: number) => ({ value, range: { minimum: 0, maximum: 55, step: 1 } });
const trim = (value = 0) => ({ value, range: { minimum: -18, maximum: 18, step: 0.25 } });
const goal = { targetDb: -18, clipMarginDb: 6 };

test('the preamp brings the playing to the target, and the trim takes what its step leaves', () => {
  const proposal = proposeGain({ p90Db: -40.4, peakDb: -34 }, goal, [preamp(20)], [trim(3)]);
  expect(proposal).toMatchObject({ gainsDb: [42], trimsDb: [0.5], limitedBy: '' });
  expect(proposal.expectedP90Db).toBeCloseTo(-17.9, 9);
  expect(proposal.expectedPeakDb).toBeCloseTo(-11.5, 9);
});

test('a source with high peaks stays below the clip margin, rounded to the safe side', () => {
  const proposal = proposeGain({ p90Db: -30, peakDb: -10.6 }, goal, [preamp(20)], [trim()]);
  expect(proposal).toMatchObject({ gainsDb: [24], trimsDb: [0.5], limitedBy: 'clip-margin' });
  expect(proposal.expectedPeakDb).toBeLessThanOrEqual(-6);
});

test('at the end of the preamp the trim goes on, and at its end the range is said', () => {
  expect(proposeGain({ p90Db: -60, peakDb: -50 }, goal, [preamp(25)], [trim()])).toMatchObject({
    ...{ gainsDb: [55], trimsDb: [12], limitedBy: '' },
  });
  expect(proposeGain({ p90Db: -70, peakDb: -65 }, goal, [preamp(45)], [trim()])).toMatchObject({
    ...{ gainsDb: [55], trimsDb: [18], limitedBy: 'range', expectedP90Db: -42 },
  });
});

test('a source without a preamp has its trim, and one without both nothing', () => {
  expect(proposeGain({ p90Db: -24, peakDb: -20 }, goal, [], [trim(-3)])).toMatchObject({ gainsDb: [], trimsDb: [6] });
  expect(proposeGain({ p90Db: -24, peakDb: -20 }, goal, [], [])).toMatchObject({ limitedBy: 'range' });
});

test('the preamps of a pair move by the same difference, as far as the one goes that ends first', () => {
  const { gainsDb, trimsDb } = proposeGain(
    { p90Db: -40, peakDb: -36 },
    goal,
    [preamp(40), preamp(37)],
    [trim(), trim()],
  );
  expect(gainsDb).toEqual([55, 52]);
  expect(trimsDb).toEqual([7, 7]);
});
