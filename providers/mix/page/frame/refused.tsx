// Why a press in the top bar was refused, in the bar itself, until it is touched.
import { forgetRefusal, refusalOf } from '../desk/refusals.ts';
import { t } from '../text/text.ts';

export type RefusalPlace = readonly [path: string, field: string];

/** Tasks and fields of the top bar. */
export const refusalsOf: readonly RefusalPlace[] = [
  ['/history/cursor/undo', 'running'],
  ['/history/cursor/redo', 'running'],
  ['/cue/clear', 'running'],
  ['/scene/go', 'running'],
  ['/safety/panic', 'scope'],
  ['/record/start', 'running'],
  ['/record/stop', 'running'],
  ['/record/mark', 'running'],
  ['/talkback/1', 'on'],
  ['/talkback/2', 'on'],
];

export function ShownRefusal({ of }: { readonly of: readonly RefusalPlace[] }) {
  const found = of.find(([path, field]) => refusalOf(path, field).value !== '');
  if (found === undefined) return null;
  return (
    <button type="button" class="top-refusal refusal" onClick={() => forgetRefusal(...found)}>
      <span role="status">{refusalOf(...found).value}</span> <small>{t('frame.dismiss')}</small>
    </button>
  );
}
