// One of a few, as keys beside each other.

interface ChoiceProps<T> {
  readonly label: string;
  readonly choices: readonly (readonly [value: T, words: string])[];
  readonly chosen: T | undefined;
  readonly choose: (value: T) => void;
}

export const Choice = <T extends string | number>({ label, choices, chosen, choose }: ChoiceProps<T>) => (
  <fieldset class="measure-choice">
    <legend class="unseen">{label}</legend>
    {choices.map(([value, words]) => (
      <button key={value} type="button" aria-pressed={value === chosen} onClick={() => choose(value)}>
        {words}
      </button>
    ))}
  </fieldset>
);
