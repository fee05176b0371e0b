// What a recall of this scene leaves as it is: its own areas, areas that no scene changes, and strips.
import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { Row } from 'rowdesk/client';
import { client } from '../desk/client.ts';
import { contractOf } from '../desk/contracts.ts';
import { refusalOf } from '../desk/refusals.ts';
import { fieldOf, pathsOf, useRows } from '../desk/rows.ts';
import { kindAndIndex, stripName, stripPath } from '../desk/strip-name.ts';
import { writeFields } from '../desk/tasks.ts';
import { t } from '../text/text.ts';
import { areaWords } from './area-words.ts';

interface StripKeep {
  readonly kind: string;
  readonly index: number;
  readonly areas: readonly string[];
}

const kept = '/scene/keeps';

/** `path`: the scene. Its areas are read once: its row holds the whole desk, which is too much to watch. */
export function Kept({ path }: { readonly path: string }) {
  useRows([kept]);
  const own = useSignal<readonly string[] | undefined>(undefined);
  useEffect(() => {
    const asked = client.get(path as `/${string}`) as Promise<Row>;
    asked.then(
      ({ areas }) => {
        own.value = areas as readonly string[];
      },
      () => {},
    );
  }, [path, own]);
  const items = contractOf(path).value?.fields.areas?.items as { readonly enum?: readonly string[] } | undefined;
  const areas = items?.enum ?? [];
  const everywhere = fieldOf<readonly string[]>(kept, 'areas').value ?? [];
  const recall = async (area: string) => {
    const next = toggled(own.value ?? [], area);
    if (await writeFields(path, { areas: next }, 'areas')) own.value = next;
  };
  return (
    <div class="form">
      <Areas
        title={t('show.sceneRecalls')}
        areas={areas}
        chosen={own.value ?? []}
        toggle={(area) => void recall(area)}
        refusal={refusalOf(path, 'areas').value}
      />
      <Areas
        title={t('show.noSceneChanges')}
        areas={areas}
        chosen={everywhere}
        toggle={(area) => void writeFields(kept, { areas: toggled(everywhere, area) }, 'areas')}
        refusal={refusalOf(kept, 'areas').value}
      />
      <StripKeeps areas={areas} />
    </div>
  );
}

const toggled = (list: readonly string[], item: string): readonly string[] =>
  list.includes(item) ? list.filter((each) => each !== item) : [...list, item];

interface AreasProps {
  readonly title: string;
  readonly areas: readonly string[];
  readonly chosen: readonly string[];
  readonly toggle: (area: string) => void;
  readonly refusal: string;
}

function Areas({ title, areas, chosen, toggle, refusal }: AreasProps) {
  return (
    <fieldset>
      <legend>{title}</legend>
      <div class="keys">
        {areas.map((area) => (
          <button key={area} type="button" aria-pressed={chosen.includes(area)} onClick={() => toggle(area)}>
            {chosen.includes(area) ? '✓ ' : ''}
            {areaWords(area)}
          </button>
        ))}
      </div>
      {refusal !== '' && <p class="refusal">{refusal}</p>}
    </fieldset>
  );
}

/** Strips that no scene touches, in some of their areas. */
function StripKeeps({ areas }: { readonly areas: readonly string[] }) {
  const grid = fieldOf<readonly StripKeep[]>(kept, 'grid').value ?? [];
  const strip = useSignal('');
  const paths = pathsOf('/channel/input/*').concat(pathsOf('/channel/mix/*'), pathsOf('/channel/main/*'));
  const [kind, index] = kindAndIndex(strip.value);
  const isOf = (each: StripKeep) => each.kind === kind && each.index === Number(index);
  const now = grid.find(isOf)?.areas ?? [];
  const put = (next: readonly string[]) => {
    const others = grid.filter((each) => !isOf(each));
    const own = next.length === 0 ? [] : [{ kind, index: Number(index), areas: next }];
    void writeFields(kept, { grid: [...others, ...own] }, 'grid');
  };
  return (
    <fieldset>
      <legend>{t('show.keptStrips')}</legend>
      <div class="keys">
        {grid.map((each) => (
          <button
            key={`${each.kind}/${each.index}`}
            type="button"
            onClick={() => {
              strip.value = stripPath(each.kind, each.index);
            }}
          >
            <span dir="auto">{stripName(stripPath(each.kind, each.index))}</span>{' '}
            <small>{each.areas.map(areaWords).join(', ')}</small>
          </button>
        ))}
        <select
          aria-label={t('show.chooseStrip')}
          value={strip.value}
          onChange={(event) => {
            strip.value = event.currentTarget.value;
          }}
        >
          <option value="">{t('show.chooseStrip')}</option>
          {paths.map((path) => (
            <option key={path} value={path}>
              {stripName(path)}
            </option>
          ))}
        </select>
      </div>
      {strip.value !== '' && (
        <Areas
          title={stripName(strip.value)}
          areas={areas}
          chosen={now}
          toggle={(area) => put(toggled(now, area))}
          refusal={refusalOf(kept, 'grid').value}
        />
      )}
    </fieldset>
  );
}
