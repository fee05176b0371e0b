// A level that lies down, over any Field. Its words become a number field.
import { useSignal } from '@preact/signals';
import type { Field } from '../desk/field.ts';
import { maximumDb, minimumDb } from '../scale/fader-law.ts';
import './control.css';
import { useGesture } from './gesture.ts';
import { numberWords } from './number-words.ts';
import { type Scale, taken, travelOf } from './scale.ts';
import { TypedValue } from './typed-value.tsx';

/** Of strips and sends. */
const usual: Scale = { minimum: minimumDb, maximum: maximumDb, law: 'fader', step: 0.1 };

export interface LevelSliderOptions {
  readonly level: Field<number>;
  readonly label: string;
  readonly scale?: Scale;
}

export function LevelSlider({ level, label, scale = usual }: LevelSliderOptions) {
  const isTyping = useSignal(false);
  const isStale = level.state.value === 'stale';
  const type = () => {
    isTyping.value = !isStale;
  };
  const handlers = useGesture({ field: level, scale, defaultValue: taken(scale, 0), axis: 'horizontal', type });
  const value = level.shown.value;
  const words = numberWords(value, 'dB', scale.step);
  const travel = value === undefined ? 0 : travelOf(scale, value);
  return (
    <div class={`level-slider ${level.state.value}`}>
      <div
        class="turned"
        role="slider"
        tabIndex={0}
        aria-label={label}
        aria-valuemin={scale.minimum}
        aria-valuemax={scale.maximum}
        aria-valuenow={value ?? scale.minimum}
        aria-valuetext={words}
        aria-orientation="horizontal"
        aria-disabled={isStale}
        {...handlers}
      >
        <SliderPicture travel={travel} zero={travelOf(scale, 0)} />
      </div>
      <TypedValue
        {...{ label, unit: 'dB', isTyping, isDisabled: isStale }}
        words={words.replace(/\sdB$/, '')}
        write={(typed) => {
          level.move(taken(scale, typed));
          level.release();
        }}
      />
    </div>
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
