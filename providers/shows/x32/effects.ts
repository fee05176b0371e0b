// Effects of an X32 as the built-in ones that are nearest: which of its 64 parameters is which value, by its type.

import type { ShowValue } from '../read-show.ts';
import { type Found, left } from './found.ts';
import type { NodeWords } from './routing.ts';

interface NearEffect {
  readonly plugin: 'builtin:reverb' | 'builtin:delay';
  /** Parameters from 1, with the field of the values and its unit there. */
  readonly values: readonly (readonly [parameter: number, name: string, field: string])[];
}

const reverb = (...more: NearEffect['values']): NearEffect => ({
  plugin: 'builtin:reverb',
  values: [[1, 'pre delay', 'preDelayMs'], [2, 'decay', 'decayS'], ...more],
});
const hall = reverb([4, 'damping', 'dampingHz'], [7, 'low cut', 'lowCutHz']);
const delay = (...values: NearEffect['values']): NearEffect => ({ plugin: 'builtin:delay', values });

/** Types that this desk has something like. */
const nearEffects: Readonly<Record<string, NearEffect>> = {
  HALL: hall,
  AMBI: hall,
  RPLT: hall,
  ROOM: hall,
  CHAM: hall,
  PLAT: hall,
  VREV: reverb([7, 'low cut', 'lowCutHz']),
  VRM: reverb([9, 'low cut', 'lowCutHz']),
  DLY: delay(
    [2, 'time', 'timeMs'],
    [7, 'low cut', 'lowCutHz'],
    [8, 'high cut', 'highCutHz'],
    [10, 'feedback left', 'feedbackPercent'],
  ),
  '3TAP': delay([1, 'time', 'timeMs']),
  '4TAP': delay([1, 'time', 'timeMs']),
};

/** `1.57`, `5k74`; undefined for a word. */
export function numberIn(word: string): number | undefined {
  const [, whole, rest] = /^([+-]?\d{1,6})k(\d{0,4})$/.exec(word) ?? [];
  const number = whole === undefined ? Number(word) : Number(`${whole}.${rest || '0'}`) * 1000;
  return word === '' || !Number.isFinite(number) ? undefined : number;
}

/** The type of an effect that a bus feeds. */
export function effectType(effect: number, type: string, words: NodeWords): Found {
  if (words(`/fx/${effect}/source`)?.[0] === 'INS')
    return left('type', type, 'effects are not inserted into strips here');
  const plugin = nearEffects[type]?.plugin;
  if (plugin === undefined) return left('type', type, 'this desk has no effect like it');
  const path = `/channel/fxSend/${effect}/chain/processors/effect`;
  const isSame = type === 'HALL' || type === 'DLY';
  return {
    values: [{ path, field: 'plugin', value: plugin, part: 'type', from: type, isDefault: false }],
    lost: isSame ? [] : [{ part: 'type', from: type, to: plugin, why: 'the nearest here' }],
  };
}

/** Its parameters. */
export function effectParameters(effect: number, words: NodeWords): Found {
  const given = words(`/fx/${effect}/par`) ?? [];
  const type = words(`/fx/${effect}`)?.[0] ?? '';
  const isInserted = words(`/fx/${effect}/source`)?.[0] === 'INS';
  const near = isInserted ? undefined : nearEffects[type];
  if (near === undefined) return left('par', type, 'this desk has no effect like it');
  const path = `/channel/fxSend/${effect}/chain/processors/effect/values`;
  const known = new Set(near.values.map(([n]) => n));
  const others = given.filter((word, n) => !known.has(n + 1) && !/^0(\.0+)?$/.test(word)).length;
  const values = near.values.flatMap(([n, part, field]): readonly ShowValue[] => {
    const value = numberIn(given[n - 1] ?? '');
    return value === undefined ? [] : [{ path, field, value, part, from: given[n - 1] ?? '', isDefault: false }];
  });
  const why = 'the nearest effect has no such parameters';
  return { values, lost: others === 0 ? [] : [{ part: 'others', from: `${others} parameters`, to: null, why }] };
}
