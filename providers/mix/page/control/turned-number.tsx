// A number that is turned or slid: its picture, which takes the gestures, and its words, which become a number field.
import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import type { Field } from '../desk/field.ts';
import { useGesture } from './gesture.ts';
import { numberWords } from './number-words.ts';
import { type Scale, taken, travelOf } from './scale.ts';
import { TypedValue } from './typed-value.tsx';

export interface TurnedNumberOptions {
  readonly kind: 'knob' | 'level-slider';
  readonly number: Field<number>;
  readonly label: string;
  readonly unit: string;
  readonly scale: Scale;
  /** Of a double tap; undefined: it does nothing. */
  readonly defaultValue: number | undefined;
  /** The words beside the picture, of those with the unit. */
  readonly shortened?: (words: string) => string;
  /** `travel`: 0 to 1. */
  readonly picture: (travel: number) => ComponentChildren;
}

export function TurnedNumber(options: TurnedNumberOptions) {
  const { kind, number, label, unit, scale, defaultValue, shortened = (words) => words, picture } = options;
  const isTyping = useSignal(false);
  const isStale = number.state.value === 'stale';
  const type = () => {
    isTyping.value = !isStale;
  };
  const axis = kind === 'knob' ? 'vertical' : 'horizontal';
  const handlers = useGesture({ field: number, scale, defaultValue, axis, type });
  const value = number.shown.value;
  const words = numberWords(value, unit, scale.step);
  return (
    <div class={`${kind} ${number.state.value}`}>
      <div
        class="turned"
        role="slider"
        tabIndex={0}
        aria-label={label}
        aria-valuemin={scale.minimum}
        aria-valuemax={scale.maximum}
        aria-valuenow={value ?? scale.minimum}
        aria-valuetext={words}
        aria-orientation={axis}
        aria-disabled={isStale}
        {...handlers}
      >
        {picture(value === undefined ? 0 : travelOf(scale, value))}
      </div>
      <TypedValue
        {...{ label, unit, isTyping, isDisabled: isStale }}
        words={shortened(words)}
        write={(typed) => number.move(taken(scale, typed))}
      />
    </div>
  );
}
