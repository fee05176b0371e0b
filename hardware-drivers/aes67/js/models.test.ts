import { expect, test } from 'vitest';
import { modelNamed } from './models.ts';

test('a model says its inputs and outputs, up to 64 each', () => {
  expect(modelNamed('aes67-64x64')).toEqual({ inputs: 64, outputs: 64 });
  expect(modelNamed('aes67-0x8')).toEqual({ inputs: 0, outputs: 8 });
});

test.each(['aes67-65x8', 'aes67-8x065', 'aes67-0x0', 'aes67-8', 'aes67-8x8x8', 'virtual-8x8', 'aes67--1x8'])(
  '%s is no model, and the words name the shape',
  (name) => {
    expect(() => modelNamed(name)).toThrow('models are aes67-{inputs}x{outputs}, each 0 to 64');
  },
);
