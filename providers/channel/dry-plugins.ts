// A warning for each insert and effect whose plugin runs, is on, and is not heard for longer than a moment: what it gives is late, or its
// sound does not reach the mixer.
import { type Audio, type Desk, type Rows, stopAll, type Time, type Warnings } from 'rowdesk/provider';
import type { InsertChoices } from './insert-choices.ts';
import { placeName } from './missing-plugins.ts';

/** A crash, a change of rate and the first blocks of a plugin are over by then. */
const momentMs = 1000;

export interface DryPluginsNeeds {
  readonly inserts: Pick<InsertChoices, 'paths' | 'used'>;
  readonly desk: Pick<Desk, 'read' | 'has' | 'onCommit'>;
  readonly rows: Pick<Rows, 'watch'>;
  readonly audio: Pick<Audio, 'clock'>;
  readonly time: Pick<Time, 'after'>;
  readonly warnings: Pick<Warnings, 'raise' | 'clear'>;
}

export function warnOfDryPlugins(needs: DryPluginsNeeds): () => void {
  const { inserts, desk } = needs;
  const places = new Set(inserts.paths);
  const watched = new Map<string, () => void>();
  const follow = () => {
    const used = new Set([...inserts.used(desk)].flatMap(([, paths]) => paths));
    for (const [path, stop] of watched) {
      if (used.has(path)) continue;
      watched.delete(path);
      stop();
    }
    for (const path of used) if (!watched.has(path)) watched.set(path, watch(path, needs));
  };
  follow();
  const stop = desk.onCommit((_revision, paths) => {
    if (paths.some((path) => places.has(path))) follow();
  });
  return stopAll(stop, () => {
    for (const end of watched.values()) end();
  });
}

function watch(path: string, { desk, rows, audio, time, warnings }: DryPluginsNeeds): () => void {
  const place = placeName(path);
  const id = `plugin-dry-${place.replaceAll(/\W+/g, '-')}`;
  let stopWaiting: (() => void) | undefined;
  const rest = () => {
    stopWaiting?.();
    stopWaiting = undefined;
    warnings.clear(id);
  };
  const raise = () =>
    warnings.raise({
      id,
      title: 'A plugin runs and is not heard',
      titleCode: { code: 'plugin-dry', params: { place } },
      detail: `${place}: the plugin runs, and the mixer plays on without it. It is late in each block, or its sound does not reach the mixer; see ${path}/status.`,
      severity: 'warning',
      path: `${path}/status`,
    });
  const show = (state: unknown, heard: unknown) => {
    const isDry = state === 'running' && (heard === 'dry' || heard === 'silence') && desk.read(path).enabled === true;
    if (!isDry || audio.clock.driving === '') rest();
    else stopWaiting ??= time.after(momentMs, raise);
  };
  const stop = rows.watch(`${path}/status`, (name, row) => name !== 'gone' && show(row.state, row.heard));
  return () => {
    stop();
    rest();
  };
}
