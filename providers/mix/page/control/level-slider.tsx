// A level that lies down: drawn and moved as the slider of a row's contract, over any Field.
import { useSignal } from '@preact/signals';
import type { Field } from '../desk/field.ts';
import { decibels } from '../scale/decibels.ts';
import { maximumDb, minimumDb } from '../scale/fader-law.ts';
import './control.css';
import { useGesture } from './gesture.ts';
import { SliderPicture } from './knob.tsx';
import { type Scale, taken, travelOf } from './scale.ts';
import { TypedValue } from './typed-value.tsx';

const scale: Scale = { minimum: minimumDb, maximum: maximumDb, law: 'fader', step: 0.1 };

export function LevelSlider({ level, label }: { readonly level: Field<number>; readonly label: string }) {
  const isTyping = useSignal(false);
  const isStale = level.state.value === 'stale';
  const type = () => {
    isTyping.value = !isStale;
  };
  const handlers = useGesture({ field: level, scale, defaultValue: 0, axis: 'horizontal', type });
  const value = level.shown.value;
  const words = `${decibels(value)} dB`;
  const travel = value === undefined ? 0 : travelOf(scale, value);
  return (
    <div class={`level-slider ${level.state.value}`}>
      <div
        class="turned"
        role="slider"
        tabIndex={0}
        aria-label={label}
        aria-valuemin={minimumDb}
        aria-valuemax={maximumDb}
        aria-valuenow={value ?? minimumDb}
        aria-valuetext={words}
        aria-orientation="horizontal"
        aria-disabled={isStale}
        {...handlers}
      >
        <SliderPicture travel={travel} zero={travelOf(scale, 0)} />
      </div>
      <TypedValue
        {...{ label, words, unit: 'dB', isTyping, isDisabled: isStale }}
        write={(typed) => {
          level.move(taken(scale, typed));
          level.release();
        }}
      />
    </div>
  );
}
