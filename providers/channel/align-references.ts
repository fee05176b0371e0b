// What a strip is aligned with: any words may be written there, and what can't be measured against is said.
import type { Desk, DeskReader, Warnings } from 'rowdesk/provider';
import { type Layout, type StripKind, type StripRef, stripName, stripPath } from '../console/index.ts';
import { carriesSound } from './kinds.ts';

/** The rows that name a reference. */
const rows = ['align', 'speakerAlign'] as const;

export const alignPath = (ref: StripRef): string => `${stripPath(ref)}/align`;

/** What the align row of a strip names, '' for nothing. */
export const referenceOf = (ref: StripRef, desk: DeskReader): string => desk.read(alignPath(ref)).reference as string;

/** The strip of this name (`input/3`); undefined where there is none. */
export function stripNamed(name: string, layout: Layout): StripRef | undefined {
  const [, kind, index] = /^([A-Za-z]+)\/([1-9][0-9]*)$/.exec(name) ?? [];
  const ref = { kind: kind as StripKind, index: Number(index) };
  return kind !== undefined && layout.has(ref.kind, ref.index) ? ref : undefined;
}

/** Why a strip can't be measured against a reference, in words; '' where it can, or none is named. */
export function whyNotMeasured(ref: StripRef, reference: string, layout: Layout): string {
  if (reference === '') return '';
  const named = stripNamed(reference, layout);
  if (named === undefined) return `there is no strip ${reference}`;
  const [silent] = [named, ref].filter(({ kind }) => !carriesSound(kind));
  if (silent !== undefined) return `${stripName(silent)} has no sound`;
  return reference === stripName(ref) ? `${reference} is the strip itself` : '';
}

const warning = 'align-references';
const mostNamed = 8;

/** One warning of all that can't be measured against, for as long as there are any. */
export function warnOfReferences(layout: Layout, desk: Desk, warnings: Warnings): () => void {
  const look = () => {
    const faults = layout.all().flatMap((ref) =>
      rows.flatMap((row) => {
        const path = `${stripPath(ref)}/${row}`;
        const reason = whyNotMeasured(ref, desk.read(path).reference as string, layout);
        return reason === '' ? [] : [{ path, reason }];
      }),
    );
    const [first] = faults;
    if (first === undefined) return warnings.clear(warning);
    const named = faults.slice(0, mostNamed).map(({ path, reason }) => `${path}: ${reason}`);
    const more = faults.length > mostNamed ? `; and ${faults.length - mostNamed} more` : '';
    warnings.raise({
      id: warning,
      title: 'A strip is to be aligned with what it can not be measured against',
      titleCode: { code: warning, params: { count: faults.length } },
      detail: `${named.join('; ')}${more}.`,
      severity: 'info',
      path: first.path,
    });
  };
  look();
  return desk.onCommit((_revision, paths) => {
    if (paths.some((path) => rows.some((row) => path.endsWith(`/${row}`)))) look();
  });
}
