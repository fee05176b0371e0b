// Dormant values: stored, but not valid for any row now. They are kept, reported, and return when they fit.

import { isSameJson } from '../base/json.ts';
import type { Log, Warnings } from '../services.ts';
import type { Memory } from './memory.ts';

const mostNamed = 8;

/** Checks all loaded values. */
export function reportDormant(
  memory: Memory,
  { warnings, log }: { readonly warnings: Warnings; readonly log: Log },
): void {
  const rows: string[] = [];
  const values: string[] = [];
  for (const path of memory.paths()) {
    try {
      const taken = memory.read(path);
      const kept = memory.keptAt(path);
      const unfit = Object.keys(kept).filter((name) => !isSameJson(taken[name], kept[name]));
      values.push(...unfit.map((name) => `${path} ${name}`));
    } catch (error) {
      rows.push(path);
      log.debug({ path, err: error }, 'A stored row is dormant');
    }
  }
  raise(warnings, 'dormant-rows', 'Stored rows wait for their address', rows);
  raise(warnings, 'dormant-values', 'Stored values do not fit their row', values);
}

function raise(warnings: Warnings, code: string, title: string, names: readonly string[]): void {
  if (names.length === 0) return;
  const more = names.length > mostNamed ? ` and ${names.length - mostNamed} more` : '';
  warnings.raise({
    id: code,
    title,
    titleCode: { code, params: { count: names.length } },
    detail: `${names.slice(0, mostNamed).join(', ')}${more}. They are kept, and come back when they fit.`,
    severity: 'info',
    path: '',
  });
}
