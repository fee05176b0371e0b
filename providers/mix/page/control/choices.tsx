// What is chosen or switched: a switch, a few segments, a menu, toggles of numbers.
import { field } from '../desk/field.ts';
import type { Choice } from './control-kind.ts';

interface ChosenOptions {
  readonly path: string;
  readonly name: string;
  readonly label: string;
}

export function Switch({ path, name, label }: ChosenOptions) {
  const { shown, state, move } = field<boolean | number>(path, name);
  const isNumber = typeof shown.value === 'number';
  const isOn = isNumber ? (shown.value as number) > 0 : shown.value === true;
  return (
    <button
      type="button"
      role="switch"
      class={`switch ${state.value}`}
      aria-checked={isOn}
      disabled={state.value === 'stale'}
      onClick={() => move(isNumber ? Number(!isOn) : !isOn)}
    >
      <span>{label}</span>
      <i />
    </button>
  );
}

export function Segments({ path, name, label, choices }: ChosenOptions & { readonly choices: readonly Choice[] }) {
  const { shown, state, move } = field<string | number>(path, name);
  return (
    <fieldset class={`segments ${state.value}`} disabled={state.value === 'stale'}>
      <legend>{label}</legend>
      <div>
        {choices.map((choice) => (
          <button
            key={choice.value}
            type="button"
            aria-pressed={shown.value === choice.value}
            onClick={() => move(choice.value)}
          >
            {choice.label}
          </button>
        ))}
      </div>
    </fieldset>
  );
}

export function Menu({ path, name, label, choices }: ChosenOptions & { readonly choices: readonly Choice[] }) {
  const { shown, state, move } = field<string | number>(path, name);
  return (
    <label class={`row menu ${state.value}`}>
      <span>{label}</span>
      <select
        disabled={state.value === 'stale'}
        onChange={(event) => {
          const chosen = choices[event.currentTarget.selectedIndex];
          if (chosen !== undefined) move(chosen.value);
        }}
      >
        {choices.map((choice) => (
          <option key={choice.value} value={String(choice.value)} selected={choice.value === shown.value}>
            {choice.label}
          </option>
        ))}
      </select>
    </label>
  );
}

export interface TogglesOptions extends ChosenOptions {
  readonly numbers: readonly number[];
  /** What a number is called; itself without. */
  readonly nameOf?: (number: number) => string;
}

export function Toggles({ path, name, label, numbers, nameOf = String }: TogglesOptions) {
  const { shown, state, move } = field<readonly number[]>(path, name);
  const chosen = shown.value ?? [];
  const toggled = (number: number) =>
    chosen.includes(number) ? chosen.filter((each) => each !== number) : [...chosen, number].sort((a, b) => a - b);
  return (
    <fieldset class={`toggles ${state.value}`} disabled={state.value === 'stale'}>
      <legend>{label}</legend>
      <div>
        {numbers.map((number) => (
          <button
            key={number}
            type="button"
            aria-pressed={chosen.includes(number)}
            dir="auto"
            onClick={() => move(toggled(number))}
          >
            {nameOf(number)}
          </button>
        ))}
      </div>
    </fieldset>
  );
}
