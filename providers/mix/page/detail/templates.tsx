// Templates of channels: what one would move on this strip stands there before it is applied.
import { useSignal } from '@preact/signals';
import { fieldOf, useRows } from '../desk/rows.ts';
import { kindAndIndex } from '../desk/strip-name.ts';
import { task } from '../desk/tasks.ts';
import { leadFrom } from '../desk/view.ts';
import { t, textOr } from '../text/text.ts';

interface Template {
  readonly id: string;
  readonly family: string;
  readonly name: string;
  readonly nameKey: string;
}

interface Move {
  readonly path: string;
  readonly field: string;
  readonly from: unknown;
  readonly to: unknown;
}

export function Templates({ path }: { readonly path: string }) {
  useRows(['/channelConfigs']);
  const items = fieldOf<readonly Template[]>('/channelConfigs', 'items').value ?? [];
  const chosen = useSignal('');
  const families = [...new Set(items.map(({ family }) => family))].sort();
  return (
    <section class="detail-panel templates" aria-label={t('detail.templates')}>
      <label class="row">
        <span>{t('detail.templates')}</span>
        <select
          onChange={(event) => {
            chosen.value = event.currentTarget.value;
          }}
        >
          <option value="">{t('detail.choose')}</option>
          {families.map((family) => (
            <optgroup key={family} label={textOr(`detail.family.${family}`, family)}>
              {items
                .filter((item) => item.family === family)
                .map((item) => (
                  <option key={item.id} value={item.id}>
                    {textOr(item.nameKey, item.name)}
                  </option>
                ))}
            </optgroup>
          ))}
        </select>
      </label>
      {chosen.value !== '' && <Preview key={chosen.value} path={path} id={chosen.value} />}
    </section>
  );
}

function Preview({ path, id }: { readonly path: string; readonly id: string }) {
  const [kind, index] = kindAndIndex(path);
  const moves = `/channelConfigs/${id}/applyMoves/${kind}/${index}`;
  useRows([moves]);
  const changes = fieldOf<readonly Move[]>(moves, 'changes').value;
  const applying = task(`/channelConfigs/${id}/apply/${kind}/${index}`);
  if (changes === undefined) return null;
  const apply = async () => {
    const lead = leadFrom();
    if ((await applying.run({ confirm: true })) !== undefined) lead('strip', kind, index);
  };
  return (
    <>
      {changes.length === 0 && <p class="note">{t('detail.noChanges')}</p>}
      {changes.length > 0 && (
        <button type="button" class="apply" disabled={applying.isRunning.value} onClick={apply}>
          {t('detail.apply', { count: changes.length })}
        </button>
      )}
      {applying.refusal.value !== '' && (
        <p class="refusal" role="status">
          <b>{t('control.refused')}</b> {applying.refusal.value}
        </p>
      )}
      <table>
        <thead>
          <tr>
            <th>{t('detail.what')}</th>
            <th>{t('detail.nowAfter')}</th>
          </tr>
        </thead>
        <tbody>
          {changes.map((move) => (
            <tr key={`${move.path}#${move.field}`}>
              <td>{whatOf(path, move)}</td>
              <td dir="auto">
                {wordsOf(move.from)} → <b>{wordsOf(move.to)}</b>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}

const inWords = (name: string) => name.replace(/([a-z0-9])([A-Z])/g, '$1 $2').toLowerCase();

/** `eq: band 1 gain db` */
function whatOf(strip: string, { path, field }: Move): string {
  const below = path.slice(strip.length + 1).replace(/^chain\/processors\/|\/values$/g, '');
  const what = textOr(`control.field.${field}`, inWords(field));
  return below === '' ? what : `${below.replace(/\//g, ' ')}: ${what}`;
}

function wordsOf(value: unknown): string {
  if (typeof value === 'boolean') return t(value ? 'detail.on' : 'detail.off');
  return typeof value === 'object' ? JSON.stringify(value) : String(value).replace(/^-/, '−');
}
