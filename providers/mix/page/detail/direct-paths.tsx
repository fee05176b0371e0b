// What the hardware plays of a strip's source by itself, past the desk: level, pan and mute at each output, and where the
// desk plays the same too.
import { ControlFor } from '../control/control-for.tsx';
import { numberWords } from '../control/number-words.ts';
import { fieldOf, useRows } from '../desk/rows.ts';
import { stripName } from '../desk/strip-name.ts';
import { stripPath } from '../desk/strip-path.ts';
import { t } from '../text/text.ts';
import { directPathsOf } from './parts.ts';

interface Output {
  readonly id: string;
  readonly label: string;
}

interface Comb {
  readonly way: readonly { readonly kind: string; readonly index: number }[];
  readonly delayMs: number | null;
  readonly firstNotchHz: number | null;
}

export function DirectPaths({ path }: { readonly path: string }) {
  const row = directPathsOf(path) ?? '';
  const outputs = fieldOf<readonly Output[]>(row, 'outputs').value ?? [];
  useRows(outputs.map(({ id }) => routePath(id)));
  return (
    <section class="detail-panel sends is-whole" aria-label={t('detail.direct')}>
      <h2>{t('detail.direct')}</h2>
      <p class="note">{t('detail.direct.what')}</p>
      {outputs.map(({ id, label }) => (
        <Route key={id} id={id} label={label} />
      ))}
    </section>
  );
}

const routePath = (id: string) => `/directPath/${id}`;

function Route({ id, label }: Output) {
  const path = routePath(id);
  const combs = fieldOf<readonly Comb[]>(path, 'combs').value ?? [];
  return (
    <>
      <div class="send">
        <b dir="auto">{label}</b>
        <ControlFor path={path} name="levelDb" label={t('detail.direct.to', { name: label })} />
        <ControlFor path={path} name="pan" />
        <ControlFor path={path} name="muted" />
      </div>
      {combs.slice(0, 1).map((comb) => (
        <p key={id} class="refusal" role="status">
          {combWords(comb)}
        </p>
      ))}
    </>
  );
}

function combWords({ way, delayMs, firstNotchHz }: Comb): string {
  const strips = way.map(({ kind, index }) => stripName(stripPath(kind, index))).join(' → ');
  if (delayMs === null || firstNotchHz === null) return t('detail.direct.twice', { strips });
  const [delay, hertz] = [numberWords(Math.abs(delayMs)), numberWords(firstNotchHz, 'Hz')];
  return t('detail.direct.comb', { strips, delay, hertz });
}
