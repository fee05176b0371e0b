// The colours of a plate, as keys; and any other one.
import { field } from '../desk/field.ts';
import { type TextKey, t } from '../text/text.ts';
import './colour-choice.css';
import { plateColours } from './plate-colours.ts';

export const colourName = (colour: string): string => t(`plate.colour.${colour}` as TextKey);

export function ColourChoice({ path }: { readonly path: string }) {
  const { shown, state, move } = field<string>(path, 'colour');
  const now = shown.value ?? 'off';
  return (
    <fieldset class={`colours ${state.value}`} disabled={state.value === 'stale'}>
      <legend>{t('plate.colour')}</legend>
      <div>
        {plateColours.map((colour) => (
          <button
            key={colour}
            type="button"
            data-colour={colour}
            aria-label={colourName(colour)}
            aria-pressed={colour === now}
            onClick={() => move(colour)}
          >
            {colour === now && '✓'}
          </button>
        ))}
        <label class="own-colour">
          {t('plate.own')}
          <input
            type="color"
            value={now.startsWith('#') ? now : '#4a555f'}
            onChange={(event) => move(event.currentTarget.value)}
          />
        </label>
      </div>
    </fieldset>
  );
}
