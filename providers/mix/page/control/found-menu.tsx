// A choice among many, found by what is typed.
import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { t } from '../text/text.ts';
import { type Findable, foundIn } from './found.ts';

export type { Findable };

export interface FoundMenuOptions {
  readonly label: string;
  /** What is chosen now, in words. */
  readonly words: string;
  /** Of the field, as a class. */
  readonly state: string;
  /** The words of the choice ''. */
  readonly none: string;
  /** A hook: what there is to choose from, asked for while the menu is open. */
  readonly useChoices: () => readonly Findable[];
  readonly choose: (id: string) => void;
}

const mostFound = 12;

export function FoundMenu(options: FoundMenuOptions) {
  const { label, words, state, choose } = options;
  const isOpen = useSignal(false);
  const close = () => {
    isOpen.value = false;
  };
  return (
    <div class={`found-menu ${state}`}>
      <button
        type="button"
        aria-expanded={isOpen.value}
        disabled={state === 'stale'}
        onClick={() => {
          isOpen.value = !isOpen.value;
        }}
      >
        <span>{label}</span>
        <b dir="auto">{words}</b>
      </button>
      {isOpen.value && (
        <Found
          {...options}
          close={close}
          choose={(id) => {
            close();
            choose(id);
          }}
        />
      )}
    </div>
  );
}

function Found({ none, useChoices, choose, close }: FoundMenuOptions & { readonly close: () => void }) {
  const sought = useSignal('');
  const input = useRef<HTMLInputElement>(null);
  // On a touch screen its keyboard would cover the choices.
  useEffect(() => {
    if (!matchMedia('(pointer: coarse)').matches) input.current?.focus();
  }, []);
  const choices = useChoices();
  const found = foundIn(choices, sought.value);
  return (
    <div class="found">
      <input
        type="search"
        aria-label={t('control.search')}
        placeholder={t('control.search')}
        ref={input}
        onKeyDown={(event) => {
          if (event.key === 'Escape') close();
          // What was typed last may not be drawn yet.
          const [first] = foundIn(choices, event.currentTarget.value);
          if (event.key !== 'Enter' || event.currentTarget.value === '' || first === undefined) return;
          event.preventDefault();
          choose(first.id);
        }}
        onInput={(event) => {
          sought.value = event.currentTarget.value;
        }}
      />
      {sought.value === '' && (
        <button type="button" onClick={() => choose('')}>
          {none}
        </button>
      )}
      {found.slice(0, mostFound).map(({ id, label, note }) => (
        <button key={id} type="button" dir="auto" onClick={() => choose(id)}>
          {label}
          <small>{note}</small>
        </button>
      ))}
    </div>
  );
}
