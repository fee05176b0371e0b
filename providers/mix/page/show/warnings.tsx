// What the desk warns of, in a part of its own: never over the faders.
import { refusalOf } from '../desk/refusals.ts';
import { fieldOf, useRows } from '../desk/rows.ts';
import { writeFields } from '../desk/tasks.ts';
import { show } from '../desk/view.ts';
import { type Params, t, textOr } from '../text/text.ts';
import { placeWords, stripOf, timeWords } from './values.ts';

interface Warning {
  readonly id: string;
  readonly title: string;
  readonly titleCode: { readonly code: string; readonly params: Params };
  readonly detail: string;
  readonly severity: 'info' | 'warning' | 'alarm';
  readonly since: string;
  readonly path: string;
  readonly acknowledged: boolean;
}

const grades = ['alarm', 'warning', 'info'] as const;
const signs = { alarm: '✕', warning: '▲', info: 'i' } as const;
const states = { alarm: 'missing', warning: 'hot', info: 'waiting' } as const;
/** More than these are counted. */
const most = 100;

export const warningTitle = ({ title, titleCode }: Pick<Warning, 'title' | 'titleCode'>): string =>
  textOr(`show.warning.${titleCode.code}`, title, titleCode.params);

export function Warnings() {
  useRows(['/warnings', '/channel/*/*']);
  const all = fieldOf<readonly Warning[]>('/warnings', 'warnings').value ?? [];
  const sorted = grades.flatMap((grade) => all.filter(({ severity }) => severity === grade));
  return (
    <section class="show-panel grow" aria-label={t('show.part.warnings')}>
      <ul class="plain-list">
        {sorted.slice(0, most).map((warning) => (
          <WarningItem key={warning.id} of={warning} />
        ))}
      </ul>
      {all.length > most && <p class="quiet">{t('show.more', { count: all.length - most })}</p>}
      {all.length === 0 && <p class="quiet">{t('show.noWarnings')}</p>}
    </section>
  );
}

function WarningItem({ of }: { readonly of: Warning }) {
  const { id, detail, severity, since, path, acknowledged } = of;
  const row = `/warnings/${id}`;
  const refusal = refusalOf(row, 'acknowledged').value;
  return (
    <li class="problem" data-state={states[severity]}>
      <span class="sign" role="img" aria-label={t(`show.severity.${severity}`)}>
        {signs[severity]}
      </span>
      <div class="grow">
        <b dir="auto">{warningTitle(of)}</b>
        <p dir="auto">{detail}</p>
        <small>
          {t(`show.severity.${severity}`)} · {t('show.since', { time: timeWords(since) })}
        </small>
        {refusal !== '' && <p class="refusal">{refusal}</p>}
      </div>
      <Place path={path} />
      <button
        type="button"
        aria-pressed={acknowledged}
        onClick={() => void writeFields(row, { acknowledged: !acknowledged }, 'acknowledged')}
      >
        {acknowledged && '✓ '}
        {t('show.acknowledge')}
      </button>
    </li>
  );
}

/** Where what is warned of can be mended. */
function Place({ path }: { readonly path: string }) {
  const strip = stripOf(path);
  const [, group = '', id = ''] = path.split('/');
  const parts: Readonly<Record<string, readonly string[]>> = {
    clock: ['show', 'clock'],
    patch: ['show', 'patch'],
    patchbay: ['show', 'patch'],
    stagebox: ['show', 'boxes', decodeURIComponent(id)],
  };
  const to = strip === undefined ? parts[group] : ['strip', ...strip.split('/').slice(2)];
  if (to === undefined) return null;
  return (
    <button type="button" onClick={() => show(...to)}>
      <span dir="auto">{placeWords(path)}</span>
    </button>
  );
}
