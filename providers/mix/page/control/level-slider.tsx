// A level that lies down, over any Field.
import type { Field } from '../desk/field.ts';
import { maximumDb, minimumDb } from '../scale/fader-law.ts';
import './control.css';
import { type Scale, taken, travelOf } from './scale.ts';
import { TurnedNumber } from './turned-number.tsx';

/** Of strips and sends. */
const usual: Scale = { minimum: minimumDb, maximum: maximumDb, law: 'fader', step: 0.1 };

export interface LevelSliderOptions {
  readonly level: Field<number>;
  readonly label: string;
  readonly scale?: Scale;
}

export function LevelSlider({ level, label, scale = usual }: LevelSliderOptions) {
  return (
    <TurnedNumber
      kind="level-slider"
      number={level}
      {...{ label, scale }}
      unit="dB"
      defaultValue={taken(scale, 0)}
      shortened={(words) => words.replace(/\sdB$/, '')}
      picture={(travel) => <SliderPicture travel={travel} zero={travelOf(scale, 0)} />}
    />
  );
}

function SliderPicture({ travel, zero }: { readonly travel: number; readonly zero: number }) {
  return (
    <>
      <i class="rail" />
      <i class="filled" style={{ width: `${travel * 100}%` }} />
      <i class="zero" style={{ left: `${zero * 100}%` }} />
      <i class="cap" style={{ left: `${travel * 100}%` }} />
    </>
  );
}
