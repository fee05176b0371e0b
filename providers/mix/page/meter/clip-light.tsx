// The word CLIP above a meter, from the first sample of full scale until it is tapped or cleared elsewhere.
import { write } from '../desk/field.ts';
import { fieldOf } from '../desk/rows.ts';
import { stripName } from '../desk/strip-name.ts';
import { t } from '../text/text.ts';

export interface ClipPlace {
  /** `/channel/input/14`. */
  readonly path: string;
  /** CSS pixels in the layer: the middle of the slot, and its top. */
  readonly x: number;
  readonly y: number;
}

export function ClipLight({ place: { path, x, y } }: { readonly place: ClipPlace }) {
  const row = `${path}/clip`;
  if (fieldOf<boolean>(row, 'clipped').value !== true) return null;
  return (
    <button
      type="button"
      class="clip-light"
      style={{ left: `${x}px`, top: `${y}px` }}
      aria-label={t('meter.clipped', { name: stripName(path) })}
      onClick={() => write(row, 'clipped', false)}
    >
      <span>{t('meter.clip')}</span>
    </button>
  );
}
