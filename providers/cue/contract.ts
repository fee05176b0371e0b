import { Type } from 'rowdesk/provider';
import { type Layout, type MixerRow, stripKinds } from '../console/index.ts';

const port = Type.String({ pattern: '^[A-Za-z0-9][A-Za-z0-9._~:-]{0,191}$' });

export const cue = (layout: Layout, mixer: MixerRow) => ({
  levelDb: mixer.number('levelDb', { title: 'On top of the fader of cue/1' }),
  inputMode: mixer.choice('inputMode', {
    title: 'Where soloed inputs are heard: before the fader, or after fader and pan',
  }),
  busMode: mixer.choice('busMode', { title: 'The same, of buses' }),
  exclusive: mixer.boolean('exclusive', { title: 'A strip that is soloed takes the solo from all others' }),
  idleSource: mixer.strip('idleSource', layout, 'What is heard while nothing is soloed'),
  dim: mixer.boolean('dim'),
  dimDb: mixer.number('dimDb', { title: 'What dim takes away' }),
  mono: mixer.boolean('mono'),
  muted: mixer.boolean('muted'),
  delayMs: mixer.number('delayMs'),
  sourceTrimDb: mixer.number('sourceTrimDb'),
  outputs: Type.Array(port, {
    ...mixer.size('outputs'),
    default: [],
    title:
      'Ports, device:port, or driving:out-n of the device that drives: left and right in turn; a last one without a partner gets both, halved',
  }),
  active: Type.Array(Type.Object({ kind: Type.Enum([...stripKinds]), index: Type.Integer() }), {
    title: 'What is soloed',
  }),
});
