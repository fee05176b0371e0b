// The value below a fader: a tap makes it a number field.
import type { ReadonlySignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { Field } from '../desk/field.ts';
import { decibels, typedDecibels } from '../scale/decibels.ts';
import { t } from '../text/text.ts';

export interface FaderValueProps {
  readonly field: Field<number>;
  readonly label: string;
  readonly isFine: ReadonlySignal<boolean>;
  readonly note: ComponentChildren;
}

export function FaderValue({ field, label, isFine, note }: FaderValueProps) {
  const [isTyping, setTyping] = useState(false);
  if (isTyping && field.state.value !== 'stale')
    return <TypedLevel field={field} label={label} leave={() => setTyping(false)} />;
  const isHeld = field.isHeld.value;
  return (
    <button
      type="button"
      class="fader-value"
      tabIndex={-1}
      aria-disabled={field.state.value === 'stale'}
      onClick={() => setTyping(true)}
    >
      <span class="unseen">{t('strip.type', { label })} </span>
      {!isHeld && note}
      <b>{decibels(field.shown.value)}</b>
      {isHeld ? isFine.value && <small>{t('strip.fine')}</small> : <small>dB</small>}
    </button>
  );
}

interface TypedLevelProps {
  readonly field: Field<number>;
  readonly label: string;
  leave(): void;
}

function TypedLevel({ field, label, leave }: TypedLevelProps) {
  const input = useRef<HTMLInputElement>(null);
  const [isWrong, setWrong] = useState(false);
  useLayoutEffect(() => {
    input.current?.focus();
    input.current?.select();
  }, []);
  const done = () => {
    leave();
    input.current?.closest('.fader')?.querySelector<HTMLElement>('[role="slider"]')?.focus();
  };
  const press = (event: KeyboardEvent) => {
    event.stopPropagation();
    if (event.key === 'Escape') done();
    if (event.key !== 'Enter') return;
    const levelDb = typedDecibels(input.current?.value ?? '');
    if (levelDb === undefined) return setWrong(true);
    field.move(levelDb);
    done();
  };
  return (
    <input
      ref={input}
      class="fader-value"
      aria-label={label}
      aria-invalid={isWrong}
      title={t('strip.typeHint')}
      autocomplete="off"
      defaultValue={decibels(field.shown.peek())}
      onKeyDown={press}
      onInput={() => setWrong(false)}
      onBlur={leave}
    />
  );
}
