// A warning for each strip that howls where its protection can't help, and for one whose notches are all in use.
import type { Desk, Fields, Rows, Warnings } from 'rowdesk/provider';
import { type Layout, type StripRef, stripName } from '../console/index.ts';
import { type HowlReport, howlPath } from './howl-reports.ts';
import { describe } from './kinds.ts';

const idOf = (ref: StripRef) => `howling-${ref.kind}-${ref.index}`;
const spentIdOf = (ref: StripRef) => `notches-spent-${ref.kind}-${ref.index}`;

/** True where the next howl finds no notch of its own. */
function isSpent({ notches }: HowlReport, { mode, maxNotches }: Fields): boolean {
  return mode === 'suppress' && notches.length >= Number(maxNotches) && notches.some(({ fixed }) => !fixed);
}

/** Why howling goes on; '' while protection is at work, or has not been asked for. */
function whyUntamed({ howling, notches }: HowlReport, { mode, maxNotches }: Fields): string {
  if (!howling || mode === 'off') return '';
  if (mode === 'detect') return 'its protection only detects: set hrp.mode to suppress, or lower a level';
  if (notches.length < Number(maxNotches)) return '';
  return `all ${maxNotches} notches are in use: lower a level, move a microphone, or raise hrp.maxNotches`;
}

export function warnOfHowling(layout: Layout, desk: Desk, rows: Rows, warnings: Warnings): () => void {
  const protectable = new Map(
    layout.all().flatMap((ref) => (describe(ref.kind).hasInserts ? [[howlPath(ref), ref] as const] : [])),
  );
  const watched = new Map<string, () => void>();
  const warnOfSpent = (ref: StripRef, { notches, costDb }: HowlReport, isIt: boolean) => {
    if (!isIt) return warnings.clear(spentIdOf(ref));
    const [strip, count] = [stripName(ref), notches.length];
    const costs = costDb === 0 ? 'less than 0.1' : String(-costDb);
    warnings.raise({
      id: spentIdOf(ref),
      title: 'All notches of a strip are in use',
      titleCode: { code: 'notches-spent', params: { strip, count, costDb } },
      detail: `All ${count} notches of ${strip} are in use, and take ${costs} dB of its sound on average: lower a level, or move a microphone.`,
      severity: 'warning',
      path: `${howlPath(ref)}/report`,
    });
  };
  const show = (ref: StripRef, report: HowlReport) => {
    const settings = desk.read(howlPath(ref));
    warnOfSpent(ref, report, isSpent(report, settings));
    const why = whyUntamed(report, settings);
    if (why === '') return warnings.clear(idOf(ref));
    warnings.raise({
      id: idOf(ref),
      title: 'A strip howls',
      titleCode: { code: 'howling', params: { strip: stripName(ref) } },
      detail: `${stripName(ref)} howls, and ${why}.`,
      severity: 'alarm',
      path: `${howlPath(ref)}/report`,
    });
  };
  const stop = (path: string, ref: StripRef) => {
    watched.get(path)?.();
    watched.delete(path);
    warnings.clear(idOf(ref));
    warnings.clear(spentIdOf(ref));
  };
  const follow = (path: string) => {
    const ref = protectable.get(path);
    if (ref === undefined) return;
    stop(path, ref);
    if (desk.read(path).enabled !== true) return;
    watched.set(
      path,
      rows.watch(`${path}/report`, (name, row) => name !== 'gone' && show(ref, row as unknown as HowlReport)),
    );
  };
  for (const path of protectable.keys()) follow(path);
  const stopFollowing = desk.onCommit((_revision, paths) => {
    for (const path of paths) follow(path);
  });
  return () => {
    stopFollowing();
    for (const [path, ref] of protectable) stop(path, ref);
  };
}
