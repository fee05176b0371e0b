// A value in words that becomes a number field where it stands: Enter writes, Esc leaves.
import type { Signal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { t } from '../text/text.ts';
import { typedNumber } from './number-words.ts';

export interface TypedValueOptions {
  readonly label: string;
  readonly words: string;
  readonly unit: string;
  readonly isTyping: Signal<boolean>;
  readonly isDisabled: boolean;
  readonly write: (value: number) => void;
}

export function TypedValue({ label, words, unit, isTyping, isDisabled, write }: TypedValueOptions) {
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (isTyping.value) input.current?.select();
  }, [isTyping.value]);
  if (!isTyping.value) {
    return (
      <button
        type="button"
        class="typed-value"
        disabled={isDisabled}
        onClick={() => {
          isTyping.value = true;
        }}
      >
        <b>{words}</b>
        <span>{label}</span>
        <i class="unseen"> {t('control.type')}</i>
      </button>
    );
  }
  return (
    <input
      ref={input}
      class="typed-value"
      inputMode="decimal"
      aria-label={label}
      defaultValue={words.replace(/\s.*$/, '')}
      onBlur={() => {
        isTyping.value = false;
      }}
      onKeyDown={(event) => {
        event.stopPropagation();
        if (event.key === 'Escape') isTyping.value = false;
        if (event.key !== 'Enter') return;
        const value = typedNumber(event.currentTarget.value, unit);
        event.currentTarget.setAttribute('aria-invalid', String(value === undefined));
        if (value === undefined) return;
        isTyping.value = false;
        write(value);
      }}
    />
  );
}
