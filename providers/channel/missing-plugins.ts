// A warning while plugins stand in inserts of strips or in effects and are not there: what is stored of them waits for them.
import { type Desk, StandingWarnings, stopAll, type Warnings } from 'rowdesk/provider';
import { stripName } from '../console/index.ts';
import type { InsertChoices } from './insert-choices.ts';
import { stripOf } from './strips.ts';

const mostNamed = 8;

export function warnOfMissingPlugins(inserts: InsertChoices, desk: Desk, warnings: Warnings): () => void {
  const { plugins } = inserts;
  if (plugins === undefined) return () => {};
  const standing = new StandingWarnings(warnings);
  const places = new Set(inserts.paths);
  const show = () => {
    const missing = [...inserts.used(desk)].filter(([uri]) => plugins.get(uri) === undefined);
    const named = missing.flatMap(([uri, paths]) =>
      paths.map((path) => `${placeName(path)}: ${inserts.wordsFor(uri)} ${inserts.whyMissing(uri)}`),
    );
    const more = named.length > mostNamed ? ` and ${named.length - mostNamed} more` : '';
    standing.become(
      missing.length === 0
        ? []
        : [
            {
              id: 'plugins-missing',
              title: 'Plugins of inserts are not there',
              titleCode: { code: 'plugins-missing', params: { count: named.length } },
              detail: `${named.slice(0, mostNamed).join('; ')}${more}. Strips play on without them, effects are silent; their values are kept.`,
              severity: 'warning',
              path: missing[0]?.[1][0] ?? '',
            },
          ],
    );
  };
  show();
  const stop = stopAll(
    inserts.onChange(show),
    desk.onCommit((_revision, paths) => {
      if (paths.some((path) => places.has(path))) show();
    }),
  );
  return () => {
    stop();
    standing.end();
  };
}

/** `input/1 insert1`. */
export function placeName(path: string): string {
  const { ref, rest } = stripOf(path);
  return `${stripName(ref)} ${rest.slice(rest.lastIndexOf('/') + 1)}`;
}
