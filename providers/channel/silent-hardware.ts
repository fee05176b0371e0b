// A warning for each insert whose hardware gives nothing back for the sound that it gets: the strip plays on dry.
import { type Desk, type Rows, stopAll, type Warnings } from 'rowdesk/provider';
import { insertsOf, insertsPath, placePath } from '../patch/index.ts';
import { placeName } from './missing-plugins.ts';

export interface SilentHardwareNeeds {
  readonly desk: Pick<Desk, 'read' | 'has' | 'onCommit'>;
  readonly rows: Pick<Rows, 'watch'>;
  readonly warnings: Pick<Warnings, 'raise' | 'clear'>;
}

export function warnOfSilentHardware({ desk, rows, warnings }: SilentHardwareNeeds): () => void {
  const watched = new Map<string, () => void>();
  const watch = (path: string) => {
    const place = placeName(path);
    const id = `insert-unanswered-${place.replaceAll(/\W+/g, '-')}`;
    const stop = rows.watch(`${path}/status`, (name, row) => {
      if (name === 'gone' || row.state !== 'set-aside') return warnings.clear(id);
      warnings.raise({
        id,
        title: 'The hardware of an insert gives nothing back',
        titleCode: { code: 'insert-unanswered', params: { place } },
        detail: `${place}: ${row.reason}. The strip is heard without it until something comes back. Where a gate is patched there, mayBeSilent of its item in /patch says that silence is no fault.`,
        severity: 'warning',
        path: `${path}/status`,
      });
    });
    return () => {
      stop();
      warnings.clear(id);
    };
  };
  const follow = () => {
    const places = new Set(insertsOf(desk as Desk).map(placePath));
    for (const [path, stop] of watched) {
      if (places.has(path)) continue;
      watched.delete(path);
      stop();
    }
    for (const path of places) if (!watched.has(path)) watched.set(path, watch(path));
  };
  follow();
  const stop = desk.onCommit((_revision, paths) => {
    if (paths.includes(insertsPath)) follow();
  });
  return stopAll(stop, () => {
    for (const end of watched.values()) end();
  });
}
