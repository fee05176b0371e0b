import { Type } from 'rowdesk/provider';
import { type Layout, refOrNull, type StripKind, stripKinds } from '../console/index.ts';

/** What the cue may carry while nothing is soloed. */
const heard: readonly StripKind[] = ['input', 'aux', 'fxReturn', 'mix', 'main', 'matrix', 'fxSend', 'mixMinus'];
/** As many as the mixer takes. */
const mostOutputs = 16;

const level = { multipleOf: 0.1, unit: 'dB' };
const mode = (words: { readonly default: 'PFL' | 'AFL'; readonly title: string }) => Type.Enum(['PFL', 'AFL'], words);

export const cue = (layout: Layout) => ({
  levelDb: Type.Number({ ...level, minimum: -144, maximum: 10, default: 0, title: 'On top of the fader of cue/1' }),
  inputMode: mode({ default: 'PFL', title: 'Where soloed inputs are heard: before the fader, or after fader and pan' }),
  busMode: mode({ default: 'AFL', title: 'The same, of buses' }),
  exclusive: Type.Boolean({ default: false, title: 'A strip that is soloed takes the solo from all others' }),
  idleSource: refOrNull(layout, heard, {
    default: layout.has('main', 1) ? { kind: 'main', index: 1 } : null,
    title: 'What is heard while nothing is soloed',
  }),
  dim: Type.Boolean({ default: false }),
  dimDb: Type.Number({ ...level, minimum: -60, maximum: 0, default: -20, title: 'What dim takes away' }),
  mono: Type.Boolean({ default: false }),
  muted: Type.Boolean({ default: false }),
  delayMs: Type.Number({ minimum: 0, maximum: 500, multipleOf: 0.01, unit: 'ms', default: 0 }),
  sourceTrimDb: Type.Number({ minimum: -18, maximum: 18, multipleOf: 0.25, unit: 'dB', default: 0 }),
  outputs: Type.Array(Type.String({ pattern: '^[A-Za-z0-9][A-Za-z0-9._~:-]{0,191}$' }), {
    maxItems: mostOutputs,
    default: [],
    title:
      'Ports, device:port, or driving:out-n of the device that drives: left and right in turn; a last one without a partner gets both, halved',
  }),
  active: Type.Array(Type.Object({ kind: Type.Enum([...stripKinds]), index: Type.Integer() }), {
    title: 'What is soloed',
  }),
});
