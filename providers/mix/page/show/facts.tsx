// Facts of a view, each a term and its words.
import { type TextKey, t } from '../text/text.ts';

export interface FactsOptions {
  readonly facts: readonly (readonly [TextKey, string | undefined])[];
}

/** A fact that the desk has not said, or of a row that it lacks, is left out. */
export function Facts({ facts }: FactsOptions) {
  return (
    <dl class="facts">
      {facts
        .filter(([, words]) => words !== undefined)
        .map(([key, words]) => (
          <div key={key}>
            <dt>{t(key)}</dt>
            <dd dir="auto">{words}</dd>
          </div>
        ))}
    </dl>
  );
}
