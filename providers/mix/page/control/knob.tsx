// A number between two ends. Its words become a number field.
import { useSignal } from '@preact/signals';
import type { FieldContract } from 'rowdesk/client';
import { field } from '../desk/field.ts';
import { useGesture } from './gesture.ts';
import { numberWords } from './number-words.ts';
import { type Scale, taken, travelOf } from './scale.ts';
import { TypedValue } from './typed-value.tsx';

export interface KnobOptions {
  readonly path: string;
  readonly name: string;
  readonly label: string;
  readonly contract: FieldContract;
  readonly scale: Scale;
  readonly isCentred: boolean;
}

export function Knob({ path, name, label, contract, scale, isCentred }: KnobOptions) {
  const moved = field<number>(path, name);
  const isTyping = useSignal(false);
  const unit = typeof contract.unit === 'string' ? contract.unit : '';
  const isStale = moved.state.value === 'stale';
  const type = () => {
    isTyping.value = !isStale;
  };
  const given = contract.default;
  const defaultValue = typeof given === 'number' ? given : isCentred ? 0 : undefined;
  const handlers = useGesture({ field: moved, scale, defaultValue, axis: 'vertical', type });
  const value = moved.shown.value;
  const words = numberWords(value, unit, scale.step);
  const travel = value === undefined ? 0 : travelOf(scale, value);
  return (
    <div class={`knob ${moved.state.value}`}>
      <div
        class="turned"
        role="slider"
        tabIndex={0}
        aria-label={label}
        aria-valuemin={scale.minimum}
        aria-valuemax={scale.maximum}
        aria-valuenow={value ?? scale.minimum}
        aria-valuetext={words}
        aria-orientation="vertical"
        aria-disabled={isStale}
        {...handlers}
      >
        <KnobPicture {...{ travel, isCentred }} />
      </div>
      <TypedValue
        {...{ label, words, unit, isTyping, isDisabled: isStale }}
        write={(typed) => moved.move(taken(scale, typed))}
      />
    </div>
  );
}

const radius = 23;
/** From lower left, clockwise, three quarters of a circle. */
const angleOf = (travel: number) => (travel * 270 - 225) * (Math.PI / 180);
const pointAt = (travel: number, r: number) =>
  `${(28 + r * Math.cos(angleOf(travel))).toFixed(1)} ${(28 + r * Math.sin(angleOf(travel))).toFixed(1)}`;

function arc(from: number, to: number): string {
  const isLarge = (to - from) * 270 > 180 ? 1 : 0;
  return `M${pointAt(from, radius)}A${radius} ${radius} 0 ${isLarge} 1 ${pointAt(to, radius)}`;
}

function KnobPicture({ travel, isCentred }: { readonly travel: number; readonly isCentred: boolean }) {
  const from = isCentred ? 0.5 : 0;
  return (
    <svg viewBox="0 0 56 52" aria-hidden="true">
      <path class="rail" d={arc(0, 1)} />
      {Math.abs(travel - from) > 0.002 && (
        <path class="filled" d={arc(Math.min(from, travel), Math.max(from, travel))} />
      )}
      <circle cx="28" cy="28" r="17" />
      <path class="needle" d={`M${pointAt(travel, 9)}L${pointAt(travel, 16)}`} />
    </svg>
  );
}
