// A name that has less room than it needs: its beginning is cut, its end stays, so that "Drums IEM L" and "R" differ.
import { namePartsOf } from './name-parts.ts';
import './short-name.css';

export function ShortName({ name }: { readonly name: string }) {
  const { head, tail } = namePartsOf(name);
  return (
    <bdi class="short-name">
      <span class="short-head">{head}</span>
      {tail !== '' && <span class="short-tail">{tail}</span>}
    </bdi>
  );
}
