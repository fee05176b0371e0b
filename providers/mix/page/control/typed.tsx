// What is typed: a number without ends, a text; and what is only read.
import { useRef } from 'preact/hooks';
import { field } from '../desk/field.ts';
import { useDraft } from './draft.ts';
import { typedNumber } from './number-words.ts';

export interface TypedOptions {
  readonly path: string;
  readonly name: string;
  readonly label: string;
}

export function NumberField({ path, name, label, unit }: TypedOptions & { readonly unit: string }) {
  const { shown, state, move } = field<number>(path, name);
  const input = useRef<HTMLInputElement>(null);
  useDraft(input, shown.value === undefined ? '' : String(shown.value));
  return (
    <label class={`row ${state.value}`}>
      <span>{unit === '' ? label : `${label} (${unit})`}</span>
      <input
        ref={input}
        inputMode="decimal"
        disabled={state.value === 'stale'}
        onChange={(event) => {
          const value = typedNumber(event.currentTarget.value, unit);
          event.currentTarget.setAttribute('aria-invalid', String(value === undefined));
          if (value !== undefined) move(value);
        }}
      />
    </label>
  );
}

export function TextField({ path, name, label, longest }: TypedOptions & { readonly longest: number | undefined }) {
  const { shown, state, move } = field<string>(path, name);
  const input = useRef<HTMLInputElement>(null);
  useDraft(input, shown.value ?? '');
  return (
    <label class={`row ${state.value}`}>
      <span>{label}</span>
      <input
        ref={input}
        dir="auto"
        disabled={state.value === 'stale'}
        maxLength={longest}
        onChange={(event) => move(event.currentTarget.value)}
      />
    </label>
  );
}

const mostCharacters = 200;

export function ReadOnly({ path, name, label }: TypedOptions) {
  const { confirmed } = field(path, name);
  return (
    <div class="row read-only">
      <span>{label}</span>
      <output dir="auto">{wordsOf(confirmed.value)}</output>
    </div>
  );
}

function wordsOf(value: unknown): string {
  if (value === undefined || value === null || value === '') return '–';
  const words = typeof value === 'object' ? JSON.stringify(value) : String(value);
  return words.length > mostCharacters ? `${words.slice(0, mostCharacters)}…` : words;
}
