// The mute groups, one key each.
import { field } from '../desk/field.ts';
import { fieldOf, pathsOf, useRows } from '../desk/rows.ts';
import { ShortName } from '../strip/short-name.tsx';
import { t } from '../text/text.ts';
import './mute-groups.css';
import { indexOfStrip } from './banks.ts';

interface Group {
  readonly id: string;
  readonly members: readonly unknown[];
}

export function MuteGroups() {
  useRows(['/channel/muteGroup/*', '/safety']);
  const groups = pathsOf('/channel/muteGroup/*');
  if (groups.length === 0) return null;
  return (
    <section class="mute-groups" aria-label={t('frame.muteGroups')}>
      <h2>{t('frame.muteGroups')}</h2>
      {groups.map((path) => (
        <MuteGroup key={path} path={path} />
      ))}
    </section>
  );
}

function MuteGroup({ path }: { readonly path: string }) {
  const muted = field<boolean>(path, 'muted');
  const number = indexOfStrip(path);
  const name = fieldOf<string>(path, 'name').value;
  const isMuted = muted.shown.value === true;
  const members = fieldOf<readonly Group[]>('/safety', 'muteGroups').value?.find(
    ({ id }) => id === `muteGroup:${number}`,
  )?.members.length;
  return (
    <button
      type="button"
      class="mute-group"
      aria-pressed={isMuted}
      data-state={muted.state.value}
      disabled={muted.state.value === 'stale'}
      onPointerDown={({ button }) => button === 0 && muted.move(!isMuted)}
      onClick={({ detail }) => detail === 0 && muted.move(!isMuted)}
    >
      <span>{number}</span>{' '}
      <b class={name ? '' : 'mute-group-word'}>{name ? <ShortName name={name} /> : t('frame.group')}</b>{' '}
      <small>
        {isMuted ? t('frame.muted') : members === 0 ? t('frame.group.empty') : ''}
        {muted.refusal.value}
      </small>
    </button>
  );
}
