import { anything, flag, list, number, object, oneOf, text } from '../shape.ts';
import { ro, row, rw, type SpecRow, unconfirmed } from '../spec-row.ts';

const strip = '/channel/{kind}/{index}';
const processor = `${strip}/chain/processors/{processorId}`;
const watchable = { watchable: true };

/** 3, processor tapPoint. */
export const tapPoints = ['Top-Of-Ch', 'Post-Trim', 'Pre-EQ', 'Post-EQ', 'Pre-Fader', 'Post-Fader'] as const;

/** 2.2, and part 4. */
export const channel: readonly SpecRow[] = [
  row('2.2', '/channel', { clipped: rw(list), strips: rw(list) }, watchable),
  row(
    '2.2',
    `${strip}/align`,
    { delayMs: rw({ type: 'number', minimum: 0, maximum: 100, step: 0.01 }), reference: rw(text) },
    watchable,
  ),
  row(
    '2.2',
    `${strip}/align/measurement`,
    { at: ro(number), frames: ro(number), reference: ro(text) },
    { watchable: true, onDemand: true },
  ),
  row(
    '2.2',
    `${strip}/capability`,
    { features: ro(list), gainRange: ro(object), known: ro(list), writable: ro(list) },
    watchable,
  ),
  row('2.2', `${strip}/chain`, { order: ro(list) }, watchable),
  row(
    '2.2',
    processor,
    {
      enabled: rw(flag),
      plugin: rw(text),
      kind: ro(text),
      label: ro(text),
      sort: ro({ type: 'number', minimum: -1_000_000, maximum: 1_000_000 }),
      tapPoint: ro(oneOf(...tapPoints)),
    },
    watchable,
  ),
  row('2.2', `${processor}/params/{symbol}`, {}, watchable),
  row('2.2', `${processor}/properties/{property}`, {}, watchable),
  row('2.2', `${strip}/clip`, { clipped: rw(flag), at: ro(text), count: ro(number) }, watchable),
  row('2.2', `${strip}/colour`, { colour: unconfirmed(anything) }, watchable),
];
