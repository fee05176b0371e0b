import { expect, test } from 'vitest';
import { type Processor, Processors } from './processors.ts';

const description = (processorId: string, label: string, uri = `builtin:${processorId}`): Processor => ({
  ...{
    uri,
    processorId,
    kind: processorId,
    label,
    stripKinds: ['input'],
    tapPoint: 'Post-EQ',
    sort: 1,
    enabled: false,
  },
  parameters: [],
});

test('a processor of any name brings its meters and its label', () => {
  const { meters, labels } = new Processors([
    { ...description('squasher', 'Peak squasher'), meters: ['reductionDb', 'loudnessDb'] },
    { ...description('squasher', 'Peak squasher', 'builtin:another'), meters: ['reductionDb'] },
    description('plain', 'Plain'),
  ]);
  expect(meters).toEqual([
    { field: 'squasherReductionDb', column: 'squasher.reductionDb' },
    { field: 'squasherLoudnessDb', column: 'squasher.loudnessDb' },
  ]);
  expect(labels).toMatchObject({ chain: '', plain: 'plain', insert1: 'insert 1', eq: 'EQ' });
  expect(labels).not.toHaveProperty('squasher');
});
