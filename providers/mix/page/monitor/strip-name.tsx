import { fieldOf } from '../desk/rows.ts';
import { stripName } from '../desk/strip-name.ts';
import { ShortName } from '../strip/short-name.tsx';

/** A strip's name with its colour; `In 14` without a name. */
export function StripName({ path }: { readonly path: string }) {
  const colour = fieldOf<string>(path, 'colour').value ?? 'off';
  return (
    <span class="strip-name">
      <i class="plate-mark" data-colour={colour} />
      <ShortName name={stripName(path)} />
    </span>
  );
}
