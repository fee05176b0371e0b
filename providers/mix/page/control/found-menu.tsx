// A choice among many, found by what is typed.
import { useSignal } from '@preact/signals';
import { t } from '../text/text.ts';

export interface Findable {
  readonly id: string;
  readonly label: string;
  readonly note: string;
  /** What typed words are looked for in. */
  readonly text: string;
}

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
  const choices = useChoices();
  const words = sought.value.toLowerCase().split(/\s+/);
  const found = choices.filter(({ text }) => words.every((word) => text.toLowerCase().includes(word)));
  return (
    <div class="found">
      <input
        type="search"
        aria-label={t('control.search')}
        placeholder={t('control.search')}
        onKeyDown={(event) => event.key === 'Escape' && close()}
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
