// What a strip is called, and the colour of its plate.
import { ControlFor, Refusal } from '../control/control-for.tsx';
import { pathsOf } from '../desk/rows.ts';
import { kindAndIndex, stripPath } from '../desk/strip-name.ts';
import { show } from '../desk/view.ts';
import { ColourChoice } from '../strip/colour-choice.tsx';
import { NameInput } from '../strip/name-input.tsx';
import { t } from '../text/text.ts';

export function PlatePart({ path }: { readonly path: string }) {
  const [kind] = kindAndIndex(path);
  const all = pathsOf(stripPath(kind, '*'));
  const next = all[all.indexOf(path) + 1];
  return (
    <section class="detail-panel plate-part" aria-label={t('plate.plate')}>
      <NameInput
        path={path}
        isFirst
        done={() => {
          if (next === undefined) show();
          else show('strip', ...kindAndIndex(next), 'plate');
        }}
      />
      <Refusal path={path} name="name" />
      <ColourChoice path={path} />
      <Refusal path={path} name="colour" />
      <ControlFor path={path} name="stereoLink" />
      <button type="button" onClick={() => show('show', 'names', kind)}>
        {t('plate.all')}
      </button>
    </section>
  );
}
