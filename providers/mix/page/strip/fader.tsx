// A fader of any row: a level under a finger, a wheel, keys or typed. The whole area is its target, the cap a picture.
import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import type { Field } from '../desk/field.ts';
import { decibels } from '../scale/decibels.ts';
import { maximumDb, minimumDb, travelOf } from '../scale/fader-law.ts';
import { t } from '../text/text.ts';
import './fader.css';
import { FaderHand } from './fader-hand.ts';
import { FaderScale } from './fader-scale.tsx';
import { FaderValue } from './fader-value.tsx';

export interface FaderProps {
  readonly field: Field<number>;
  /** Read aloud: `Maria, input 14, level`. */
  readonly label: string;
  /** -1 where arrows lead here, not Tab. */
  readonly tabIndex?: number;
  /** The colour of the cap: a send's is violet. */
  readonly kind?: 'level' | 'send';
  /** Beside the value: who moved it. */
  readonly note?: ComponentChildren;
  /** Over the area, beside the scale: the meter. */
  readonly children?: ComponentChildren;
}

export function Fader({ field, label, tabIndex = 0, kind = 'level', note, children }: FaderProps) {
  const [hand] = useState(() => new FaderHand());
  hand.field = field;
  const { shown, state, isHeld, elsewhere, refusal } = field;
  const levelDb = shown.value;
  const isStale = state.value === 'stale';
  const ghostDb = elsewhere?.value;
  return (
    <div class={`fader of-${kind} ${state.value}${isHeld.value ? ' held' : ''}`}>
      <div
        class="fader-area"
        role="slider"
        tabIndex={tabIndex}
        aria-label={label}
        aria-orientation="vertical"
        aria-valuemin={minimumDb}
        aria-valuemax={maximumDb}
        aria-valuenow={levelDb ?? minimumDb}
        aria-valuetext={spoken(levelDb)}
        aria-disabled={isStale}
        {...hand.handlers}
      >
        <FaderScale />
        {children}
        {ghostDb !== undefined && (
          <div class="fader-place" style={at(ghostDb)}>
            <div class="fader-ghost" />
          </div>
        )}
        {levelDb !== undefined && (
          <div class="fader-place" style={at(levelDb)}>
            <div class="fader-cap">{isStale && <Lock />}</div>
          </div>
        )}
      </div>
      <FaderValue field={field} label={label} isFine={hand.isFine} note={note} />
      {refusal.value !== '' && (
        <p class="refusal fader-refusal" role="status">
          {refusal}
        </p>
      )}
    </div>
  );
}

/** The place is as high as the travel: 100 % of it is from one end to the other. */
const at = (levelDb: number) => ({ transform: `translateY(${-100 * travelOf(levelDb)}%)` });

const spoken = (levelDb: number | undefined) =>
  levelDb !== undefined && levelDb <= minimumDb
    ? t('strip.off')
    : t('strip.spokenDb', { level: decibels(levelDb).replace('−', '-') });

const Lock = () => (
  <svg class="fader-lock" viewBox="0 0 16 16" aria-hidden="true">
    <path d="M3 7h10v7H3zM5 7V5a3 3 0 0 1 6 0v2" />
  </svg>
);
