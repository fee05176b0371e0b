// The patch as a list: first what needs a hand, each with its reason and one action, then all that is connected.
import { refusalOf } from '../desk/refusals.ts';
import { fieldOf, onceThere, pathsOf } from '../desk/rows.ts';
import { kindAndIndex, stripName } from '../desk/strip-name.ts';
import { writeFields } from '../desk/tasks.ts';
import { show } from '../desk/view.ts';
import { t } from '../text/text.ts';
import { connections, missing, portOfEdge, portWords, stripOfEdge } from './patch-edges.ts';
import { numberWords } from './values.ts';
import { Windowed } from './windowed.tsx';

interface Hot {
  readonly sourceId: string;
  readonly levelDb: number;
}

interface Item {
  readonly key: string;
  readonly state: 'missing' | 'waiting' | 'hot' | 'set';
  readonly words: string;
  readonly why?: string;
  readonly strip?: string | undefined;
  readonly sourceId?: string;
}

const signs = { missing: '✕', waiting: '◌', hot: '▲', set: '✓' } as const;

export function PatchList() {
  const all = connections();
  const items: readonly Item[] = [
    ...missing().map(missingItem),
    ...all
      .filter(({ state }) => state === 'waiting')
      .map((each) => ({ ...each, state: 'waiting' as const, why: t('show.waitingFor') })),
    ...(fieldOf<readonly Hot[]>('/patchbay/hotInputs', 'inputs').value ?? []).map(hotItem),
    ...all.filter(({ state }) => state === 'set').map((each) => ({ ...each, state: 'set' as const })),
  ];
  return (
    <section class="show-panel patch-list" aria-label={t('show.patchList')}>
      <h2>{t('show.patchList')}</h2>
      <Windowed
        items={items}
        rowRem={3.75}
        label={t('show.patchList')}
        keyOf={({ key, state }) => `${state} ${key}`}
        none={onceThere('/patch', t('show.nothingPatched'))}
        row={(item) => <PatchItem item={item} />}
      />
    </section>
  );
}

function missingItem({ edge, reason }: { readonly edge: string; readonly reason: string }): Item {
  const strip = stripOfEdge(edge);
  const arrow = edge.startsWith('mixer:') ? '→' : '←';
  const name = strip === undefined ? edge : `${stripName(strip)} ${arrow} ${portWords(portOfEdge(edge))}`;
  return { key: edge, state: 'missing', words: name, why: t('show.missing', { reason }), strip };
}

function hotItem({ sourceId, levelDb }: Hot): Item {
  const why = t('show.unheard', { level: numberWords(levelDb, 'dBFS') });
  return { key: sourceId, state: 'hot', words: portWords(sourceId), why, sourceId };
}

function PatchItem({ item }: { readonly item: Item }) {
  const { state, words, why } = item;
  return (
    <div class="problem" data-state={state}>
      <span class="sign" aria-hidden="true">
        {signs[state]}
      </span>
      <span class="list-words">
        <b dir="auto">{words}</b>
        {why !== undefined && <small dir="auto">{why}</small>}
      </span>
      <Action item={item} />
    </div>
  );
}

function Action({ item: { strip, sourceId } }: { readonly item: Item }) {
  if (sourceId !== undefined) return <PatchToFree sourceId={sourceId} />;
  if (strip === undefined) return null;
  const spare = fieldOf<string>(strip, 'spareSourceId').value ?? '';
  const isSpare = fieldOf<string>(strip, 'sourceSelected').value === 'spare';
  const refusal = refusalOf(strip, 'sourceSelected').value;
  if (refusal !== '') return <small class="refusal">{refusal}</small>;
  if (spare !== '' && !isSpare) {
    return (
      <button type="button" onClick={() => void writeFields(strip, { sourceSelected: 'spare' }, 'sourceSelected')}>
        {t('show.useSpare')}
      </button>
    );
  }
  return (
    <button type="button" onClick={() => show('strip', ...kindAndIndex(strip))}>
      {t('show.openStrip')}
    </button>
  );
}

/** Gives a source that sounds to the first input without one. */
function PatchToFree({ sourceId }: { readonly sourceId: string }) {
  const free = pathsOf('/channel/input/*').find((path) => fieldOf<string>(path, 'sourceId').value === '');
  if (free === undefined) return null;
  const refusal = refusalOf(free, 'sourceId').value;
  if (refusal !== '') return <small class="refusal">{refusal}</small>;
  return (
    <button type="button" onClick={() => void writeFields(free, { sourceId }, 'sourceId')}>
      {t('show.patchTo', { strip: stripName(free) })}
    </button>
  );
}
