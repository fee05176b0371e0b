// A light on a strip that howls. It watches one row of the strip, and another while protection is on.
import { useRows } from '../../desk/rows.ts';
import { t } from '../../text/text.ts';
import { hasProtectedKind } from '../parts.ts';
import './howl-light.css';
import { isHowling, isProtected, reportPath } from './hrp-row.ts';

/** Nothing while the strip does not howl. */
export function HowlLight({ path }: { readonly path: string }) {
  const rows = [`${path}/hrp`, ...(isProtected(path) ? [reportPath(path)] : [])];
  useRows(hasProtectedKind(path) ? rows : []);
  if (!isProtected(path) || !isHowling(path)) return null;
  return (
    <b class="howl-light" role="img" aria-label={t('strip.howls')}>
      ▲
    </b>
  );
}
