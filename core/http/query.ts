// `?watch=1` is the only query there is; anything else is more likely a mistake than meant.
import type { Request } from 'polka';
import { Refusal } from '../base/refusals.ts';

/** What follows the `?`, null without one. */
export function queryOf({ search }: Request): string | null {
  return search === null ? null : search.slice(1);
}

/** True when the row is to be watched. Throws refusal `bad-query`. */
export function wantsWatch(query: string | null): boolean {
  if (query === null || query === '') return false;
  if (query === 'watch=1') return true;
  if (query === 'watch=0') return false;
  const keys = [...new URLSearchParams(query).keys()];
  const unknown = keys.find((key) => key !== 'watch');
  if (unknown !== undefined) {
    throw new Refusal('bad-query', `There is no query "${unknown}"; rows take "watch"`, { query: unknown });
  }
  throw new Refusal('bad-query', keys.length > 1 ? '"watch" may be given once' : '"watch" is 1 or 0', {
    query: 'watch',
  });
}

/** Throws refusal `bad-query` when there is any. */
export function refuseQuery(query: string | null): void {
  if (query !== null && query !== '') throw new Refusal('bad-query', 'This request takes no query', { query });
}
