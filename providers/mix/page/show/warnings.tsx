// What the desk warns of, in a part of its own, never over the faders: what it is, what to do, and where.
import { refusalOf } from '../desk/refusals.ts';
import { fieldOf, useRows } from '../desk/rows.ts';
import { writeFields } from '../desk/tasks.ts';
import { show } from '../desk/view.ts';
import { type Params, type TextKey, t, textOr } from '../text/text.ts';
import { mendedAt } from './mended.ts';
import { placeWords, timeWords } from './values.ts';

interface Warning {
  readonly id: string;
  readonly title: string;
  readonly titleCode: { readonly code: string; readonly params: Params };
  readonly detail: string;
  readonly remedy: string;
  /** Empty for words of a package, which stand as they are. */
  readonly remedyKey: string;
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
  const { id, titleCode, detail, severity, since, path, acknowledged } = of;
  const remedy = textOr(`show.remedy.${of.remedyKey}`, of.remedy);
  const row = `/warnings/${id}`;
  const refusal = refusalOf(row, 'acknowledged').value;
  return (
    <li class="problem" data-state={states[severity]}>
      <span class="sign" role="img" aria-label={t(`show.severity.${severity}`)}>
        {signs[severity]}
      </span>
      <div class="grow">
        <b dir="auto">{warningTitle(of)}</b>
        {remedy === '' ? <p dir="auto">{detail}</p> : <p dir="auto">{remedy}</p>}
        <small>
          {t(`show.severity.${severity}`)} · {t('show.since', { time: timeWords(since) })}
        </small>
        {remedy !== '' && (
          <details>
            <summary>{t('show.details')}</summary>
            <p dir="auto">{detail}</p>
          </details>
        )}
        {refusal !== '' && <p class="refusal">{refusal}</p>}
      </div>
      <Mend path={path} code={titleCode.code} />
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

/** The view where it can be mended. */
function Mend({ path, code }: { readonly path: string; readonly code: string }) {
  const to = mendedAt(path, code);
  if (to === undefined) return null;
  const [view, part = ''] = to;
  const words = view === 'strip' || path.startsWith('/stagebox/') ? placeWords(path) : undefined;
  return (
    <button type="button" class="mend" onClick={() => show(...to)}>
      {words === undefined ? t(`show.part.${part}` as TextKey) : <bdi>{words}</bdi>} ›
    </button>
  );
}
