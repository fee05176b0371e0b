// Every row of the desk, from its own contract: a row that a package of a vendor brings is here without a word of this page.
import { show, view } from '../desk/view.ts';
import { t } from '../text/text.ts';
import { useAddresses } from './addresses.ts';
import { RowView } from './row-view.tsx';

const parentOf = (path: string) => path.slice(0, path.lastIndexOf('/'));
const nameOf = (path: string) => path.slice(path.lastIndexOf('/') + 1);
export const openRow = (path: string): void => show('show', 'rows', path);

export function Rows() {
  const [, , path = ''] = view.value;
  return (
    <section class="show-panel grow" aria-label={t('show.part.rows')}>
      <div class="site-scroll">
        <Trail path={path} />
        <Below key={`below ${path}`} path={path} />
        {path !== '' && <Own key={path} path={path} />}
      </div>
    </section>
  );
}

/** The way from the roots to the row. */
function Trail({ path }: { readonly path: string }) {
  const names = path.split('/').slice(1);
  return (
    <nav class="keys" aria-label={t('site.trail')}>
      <button type="button" aria-current={path === '' ? 'page' : undefined} onClick={() => show('show', 'rows')}>
        {t('site.allRows')}
      </button>
      {names.map((name, place) => {
        const to = `/${names.slice(0, place + 1).join('/')}`;
        return (
          <button key={to} type="button" aria-current={to === path ? 'page' : undefined} onClick={() => openRow(to)}>
            <span dir="auto">{decodeURIComponent(name)}</span>
          </button>
        );
      })}
    </nav>
  );
}

function Below({ path }: { readonly path: string }) {
  const addresses = useAddresses(path);
  if (addresses.length === 0) return null;
  return (
    <nav class="keys site-below" aria-label={t('site.below')}>
      {addresses.map(({ path: each, hasRowsBelow }) => (
        <button key={each} type="button" onClick={() => openRow(each)}>
          <span dir="auto">{decodeURIComponent(nameOf(each))}</span>
          {hasRowsBelow && ' ›'}
        </button>
      ))}
    </nav>
  );
}

/** Some addresses have rows below them and are none. */
function Own({ path }: { readonly path: string }) {
  const beside = useAddresses(parentOf(path));
  const own = beside.find((each) => each.path === path);
  return own?.isRow === false ? null : <RowView path={path} />;
}
