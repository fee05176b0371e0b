// What a task's report says of things that it left as they are.
import { Refused, type Row } from 'rowdesk/client';
import { refusalText, t } from '../text/text.ts';

/** The desk's refusal inside a row or a report, in words. */
export const refusalWords = (refusal: unknown): string =>
  refusalText(new Refused(409, (refusal ?? {}) as Partial<Refused['refusal']>).refusal);

/** '' where everything was done. */
export function leftOut(report: Row | undefined): string {
  const left = (report?.skipped ?? report?.blocked ?? report?.missing) as readonly Row[] | undefined;
  const [first] = Array.isArray(left) ? left : [];
  if (first === undefined) return '';
  const words = first.refusal === undefined ? String(first.reason ?? '') : refusalWords(first.refusal);
  return t('show.leftOutOf', { count: left?.length ?? 0, words });
}
