// The names of a show, as a list: Enter goes on to the next strip, and a column of a spreadsheet is pasted whole.
import { ControlFor, Refusal } from '../control/control-for.tsx';
import { contractOf } from '../desk/contracts.ts';
import { field } from '../desk/field.ts';
import { refusalOf } from '../desk/refusals.ts';
import { fieldOf, pathsOf, rowOf, useRows } from '../desk/rows.ts';
import { kindAndIndex, stripNumber, stripPath } from '../desk/strip-name.ts';
import { writeFields } from '../desk/tasks.ts';
import { show, view } from '../desk/view.ts';
import { colourName } from '../strip/colour-choice.tsx';
import { NameInput } from '../strip/name-input.tsx';
import { namedRows } from '../strip/named-rows.ts';
import { plateStyle } from '../strip/plate-colour.ts';
import { plateColours } from '../strip/plate-colours.ts';
import { t, textOr } from '../text/text.ts';
import './names.css';
import { Windowed } from './windowed.tsx';

export function Names() {
  useRows(['/console']);
  const layout = fieldOf<Readonly<Record<string, number>>>('/console', 'layout').value ?? {};
  const kinds = Object.keys(layout).filter((kind) => (layout[kind] ?? 0) > 0);
  const [, , chosen] = view.value;
  const kind = kinds.find((each) => each === chosen) ?? kinds[0];
  return (
    <>
      <label class="kinds">
        <span>{t('plate.kinds')}</span>
        <select onChange={(event) => show('show', 'names', event.currentTarget.value)}>
          {kinds.map((each) => (
            <option key={each} value={each} selected={each === kind}>
              {textOr(`plate.kind.${each}`, each)}
            </option>
          ))}
        </select>
      </label>
      {kind !== undefined && <List key={kind} kind={kind} />}
    </>
  );
}

function List({ kind }: { readonly kind: string }) {
  const pattern = stripPath(kind, '*');
  useRows([pattern]);
  const paths = pathsOf(pattern);
  const refusal = refusalOf('/channel', 'strips').value;
  const pasteAt = (path: string) => (text: string) => {
    const strips = namedRows(text, paths.slice(paths.indexOf(path)), colourName);
    if (strips !== undefined) void writeFields('/channel', { strips }, 'strips');
    return strips !== undefined;
  };
  return (
    <section class="show-panel grow names" aria-label={t('show.part.names')}>
      <p class="quiet">{t('plate.help')}</p>
      {refusal !== '' && (
        <p class="refusal" role="status">
          {refusal}
        </p>
      )}
      <Windowed
        items={paths}
        rowRem={3.6}
        label={t('show.part.names')}
        keyOf={String}
        none={t('show.waiting')}
        row={(path, place) => (
          <div class="named">
            <Plate path={path} />
            <NameInput
              path={path}
              isFirst={place === 0}
              done={() => focusName(paths[place + 1])}
              pasted={pasteAt(path)}
            />
            <Colour path={path} />
            {Number(kindAndIndex(path)[1]) % 2 === 1 && <ControlFor path={path} name="stereoLink" />}
            <Refusal path={path} name="name" />
          </div>
        )}
      />
    </section>
  );
}

/** In the middle of the list, so that the ones behind it are in the document before they are reached. */
function focusName(path: string | undefined): void {
  const input = path && document.querySelector<HTMLInputElement>(`[data-name-of="${path}"]`);
  if (!input) return;
  input.select();
  input.scrollIntoView({ block: 'center' });
}

function Plate({ path }: { readonly path: string }) {
  const colour = fieldOf<string>(path, 'colour').value ?? 'off';
  return (
    <span class="number-plate" data-colour={colour} style={plateStyle(colour)}>
      {stripNumber(path)}
    </span>
  );
}

function Colour({ path }: { readonly path: string }) {
  const { shown, state, move } = field<string>(path, 'colour');
  if (contractOf(path).value?.fields.colour === undefined || rowOf(path).value.life === 'gone') return null;
  const now = shown.value ?? 'off';
  const isOwn = now.startsWith('#');
  return (
    <select
      aria-label={`${t('plate.colour')}: ${stripNumber(path)}`}
      class={state.value}
      disabled={state.value === 'stale'}
      onChange={(event) => move(event.currentTarget.value)}
    >
      {isOwn && (
        <option value={now} selected>
          {now}
        </option>
      )}
      {plateColours.map((colour) => (
        <option key={colour} value={colour} selected={colour === now}>
          {colourName(colour)}
        </option>
      ))}
    </select>
  );
}
