// The DCAs and mute groups of a strip, and the order of its chain.
import { ControlFor } from '../control/control-for.tsx';
import { fieldOf, useRows } from '../desk/rows.ts';
import { kindAndIndex, stripPath } from '../desk/strip-name.ts';
import { show } from '../desk/view.ts';
import { ownWords, t } from '../text/text.ts';
import { chainOf } from './parts.ts';

const named = (kind: string, short: string) => (index: number) => {
  const name = fieldOf<string>(stripPath(kind, index), 'name').value;
  return name ? `${short}${index} ${name}` : `${short}${index}`;
};

export function Groups({ path }: { readonly path: string }) {
  useRows([path, `${path}/chain`, '/channel/dca/*', '/channel/muteGroup/*']);
  const [kind, index] = kindAndIndex(path);
  const chain = chainOf(path);
  return (
    <section class="detail-panel groups" aria-label={t('detail.groups')}>
      <ControlFor path={path} name="dcas" nameOf={named('dca', t('detail.dca'))} />
      <ControlFor path={path} name="muteGroups" nameOf={named('muteGroup', t('detail.muteGroup'))} />
      {chain.length > 0 && <h2>{t('detail.chain')}</h2>}
      <ol class="chain">
        {chain.map(({ processorId, label, enabled }) => (
          <li key={processorId}>
            <button
              type="button"
              class={enabled ? 'is-on' : ''}
              dir="auto"
              onClick={() => show('strip', kind, index, processorId)}
            >
              {ownWords(label)}
              <small>{enabled ? '' : t('detail.off')}</small>
            </button>
          </li>
        ))}
      </ol>
    </section>
  );
}
