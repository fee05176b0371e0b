// What a recall would do now: each change as "now -> after" by strip, and what it leaves out with the reason.
import type { Row } from 'rowdesk/client';
import { fieldOf } from '../desk/rows.ts';
import { show } from '../desk/view.ts';
import { t } from '../text/text.ts';
import { areaWords } from './area-words.ts';
import { refusalWords } from './report-words.ts';
import { colourOf, fieldWords, numberWords, placeWords, valueWords } from './values.ts';
import { Windowed } from './windowed.tsx';

interface Change {
  readonly path: string;
  readonly field: string;
  readonly from: unknown;
  readonly to: unknown;
}

interface Blocked {
  readonly path: string;
  readonly fields: readonly string[];
  readonly count: number;
  readonly refusal: Row;
}

interface PreviewProps {
  /** The row with `changes` and `blocked`. */
  readonly path: string;
  readonly fadeMs: number;
  readonly only: 'changes' | 'blocked';
}

export function Preview({ path, fadeMs, only }: PreviewProps) {
  const changes = fieldOf<readonly Change[]>(path, 'changes').value;
  const blocked = fieldOf<readonly Blocked[]>(path, 'blocked').value ?? [];
  if (changes === undefined) return <p class="quiet">{t('show.waiting')}</p>;
  if (only === 'blocked') return <LeftOut blocked={blocked} />;
  return (
    <>
      <div class="change change-head" aria-hidden="true">
        <span>{t('show.strip')}</span>
        <span>{t('show.what')}</span>
        <span>{t('show.nowAfter')}</span>
        <span>{t('show.how')}</span>
      </div>
      <Windowed
        items={changes}
        rowRem={2.9}
        label={t('show.tab.changes')}
        keyOf={(change) => `${change.path}#${change.field}`}
        none={t('show.noChanges')}
        row={(change) => <ChangeRow {...change} how={howWords(change, fadeMs)} />}
      />
      <KeptWords path={path} />
    </>
  );
}

/** A level moves in the time of the fade, a mute comes after it; all else is at once. */
function howWords({ field, to }: Change, fadeMs: number): string {
  if (fadeMs === 0) return t('show.atOnce');
  const time = numberWords(fadeMs, 'ms');
  if (field === 'levelDb') return t('show.fades', { time });
  if (field === 'muted') return t(to === true ? 'show.fadesThenMutes' : 'show.opensFadesUp');
  return t('show.atOnce');
}

export function ChangeRow({ path, field, from, to, how }: Change & { readonly how?: string }) {
  return (
    <div class="change">
      <span class="change-place" data-colour={colourOf(path)}>
        <i class="plate-bar" />
        <span dir="auto">{placeWords(path)}</span>
      </span>
      <span class="quiet">{fieldWords(path, field)}</span>
      <span class="change-values">
        <span dir="auto">{valueWords(path, field, from)}</span> → <b dir="auto">{valueWords(path, field, to)}</b>
      </span>
      <span class="quiet">{how}</span>
    </div>
  );
}

function LeftOut({ blocked }: { readonly blocked: readonly Blocked[] }) {
  return (
    <Windowed
      items={blocked}
      rowRem={5}
      label={t('show.tab.leftOut')}
      keyOf={(each) => `${each.path} ${each.refusal.code} ${each.fields[0]}`}
      none={t('show.nothingLeftOut')}
      row={(each) => (
        <div class="problem">
          <span class="sign warn" aria-hidden="true">
            ▲
          </span>
          <span class="list-words">
            <b dir="auto">
              {placeWords(each.path)} · {t('show.fieldCount', { count: each.count })}
            </b>
            <small dir="auto">{refusalWords(each.refusal)}</small>
          </span>
          <Remedy path={each.path} />
        </div>
      )}
    />
  );
}

/** Where what was left out can be mended. */
function Remedy({ path }: { readonly path: string }) {
  const [, group, id = ''] = path.split('/');
  if (group === 'channel') {
    const [, , kind = '', index = ''] = path.split('/');
    return (
      <button type="button" onClick={() => show('strip', kind, index)}>
        {t('show.openStrip')}
      </button>
    );
  }
  if (group !== 'stagebox') return null;
  return (
    <button type="button" onClick={() => show('show', 'boxes', decodeURIComponent(id))}>
      {t('show.openBox')}
    </button>
  );
}

function KeptWords({ path }: { readonly path: string }) {
  const keeps = fieldOf<readonly { readonly path: string; readonly area: string; readonly why: string }[]>(
    path,
    'keeps',
  );
  const areas = [...new Set(keeps.value?.map(({ area }) => area))];
  if (areas.length === 0) return null;
  return (
    <p class="foot">
      <b>{t('show.keptAsIs')}</b> {areas.map(areaWords).join(', ')}. {t('show.oneEntry')}
    </p>
  );
}
