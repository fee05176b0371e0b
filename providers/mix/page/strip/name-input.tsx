// The name of a strip, typed: written when it is left or with Enter, brought back by Escape.
import { useEffect, useRef } from 'preact/hooks';
import { useDraft } from '../control/draft.ts';
import { contractOf } from '../desk/contracts.ts';
import { field } from '../desk/field.ts';
import { stripNumber } from '../desk/strip-name.ts';
import { t } from '../text/text.ts';

interface NameInputProps {
  readonly path: string;
  /** Takes the keyboard when it appears. */
  readonly isFirst?: boolean;
  /** Enter was pressed; the name is written. */
  readonly done: () => void;
  /** True when a paste of several lines was taken elsewhere. */
  readonly pasted?: (text: string) => boolean;
}

export function NameInput({ path, isFirst = false, done, pasted }: NameInputProps) {
  const input = useRef<HTMLInputElement>(null);
  const { shown, state, move } = field<string>(path, 'name');
  const maxLength = contractOf(path).value?.fields.name?.maxLength;
  useDraft(input, shown.value ?? '');
  useEffect(() => {
    if (isFirst) input.current?.select();
  }, [isFirst, path]);
  return (
    <input
      ref={input}
      class={`name-input ${state.value}`}
      dir="auto"
      autocomplete="off"
      enterKeyHint="next"
      aria-label={`${t('control.field.name')}: ${stripNumber(path)}`}
      data-name-of={path}
      placeholder={stripNumber(path)}
      maxLength={typeof maxLength === 'number' ? maxLength : undefined}
      disabled={state.value === 'stale'}
      onChange={(event) => move(event.currentTarget.value.trim())}
      onPaste={(event) => {
        if (pasted?.(event.clipboardData?.getData('text/plain') ?? '')) event.preventDefault();
      }}
      onKeyDown={(event) => {
        if (event.key === 'Escape') event.currentTarget.value = shown.peek() ?? '';
        if (event.key !== 'Enter') return;
        event.preventDefault();
        event.currentTarget.blur();
        done();
      }}
    />
  );
}
