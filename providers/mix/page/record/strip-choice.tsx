// Which strips a list has: a key each, by kinds; with their places in the list where the order counts.
import { contractOf } from '../desk/contracts.ts';
import { field } from '../desk/field.ts';
import { refusalOf } from '../desk/refusals.ts';
import { allowedStrips, pathOf, type StripRef, toggledStrip } from '../desk/strip-list.ts';
import { kindAndIndex, stripName, stripNumber } from '../desk/strip-name.ts';
import { t } from '../text/text.ts';
import './record.css';

interface StripChoiceProps {
  readonly path: string;
  readonly name: string;
  readonly isNumbered?: boolean;
}

export function StripChoice({ path, name, isNumbered = false }: StripChoiceProps) {
  const { shown, state, move } = field<readonly StripRef[]>(path, name);
  const chosen = shown.value ?? [];
  const places = new Map(chosen.map((ref, at) => [pathOf(ref), at + 1]));
  const kinds = new Map<string, string[]>();
  for (const strip of allowedStrips(contractOf(path).value?.fields[name])) {
    const [kind] = kindAndIndex(strip);
    kinds.set(kind, [...(kinds.get(kind) ?? []), strip]);
  }
  const refusal = refusalOf(path, name).value;
  return (
    <>
      {refusal !== '' && (
        <p class="refusal" role="status">
          {refusal}
        </p>
      )}
      {[...kinds].map(([kind, strips]) => {
        const areAll = strips.every((strip) => places.has(strip));
        const turned = strips.filter((strip) => areAll || !places.has(strip));
        return (
          <fieldset key={kind} class="record-kind" disabled={state.value === 'stale'}>
            <legend class="unseen">{t('record.strips', { from: stripNumber(strips[0] ?? '') })}</legend>
            {strips.length > 1 && (
              <button type="button" aria-pressed={areAll} onClick={() => move(turned.reduce(toggledStrip, chosen))}>
                {t('record.all', { from: stripNumber(strips[0] ?? ''), to: kindAndIndex(strips.at(-1) ?? '')[1] })}
              </button>
            )}
            {strips.map((strip) => (
              <button
                key={strip}
                type="button"
                aria-pressed={places.has(strip)}
                onClick={() => move(toggledStrip(chosen, strip))}
              >
                <small>
                  {isNumbered && places.has(strip) ? `${places.get(strip)} · ` : ''}
                  {stripNumber(strip)}
                </small>{' '}
                <span dir="auto">{stripName(strip)}</span>
              </button>
            ))}
          </fieldset>
        );
      })}
    </>
  );
}
