// What an import did, or would do, with each line of a file.
import type { LostPart, ShowLine } from './read-show.ts';

/** A line whose values were carried, but for some. */
export interface ApproximatedLine {
  readonly line: number;
  readonly key: string;
  readonly values: readonly LostPart[];
}
export interface LeftLine {
  readonly line: number;
  readonly key: string;
  readonly why: string;
}

export interface LinesReport {
  readonly counts: {
    readonly lines: number;
    readonly mapped: number;
    readonly approximated: number;
    readonly notCarried: number;
  };
  readonly notCarried: readonly LeftLine[];
  readonly approximated: readonly ApproximatedLine[];
  /** As `12 /ch/01/mix`: all of it is here, or the desk is so by itself. */
  readonly mapped: readonly string[];
}

/** `lost`: of each line, what the desk could not take. */
export function linesReport(lines: readonly ShowLine[], lost: ReadonlyMap<ShowLine, readonly LostPart[]>): LinesReport {
  const mapped: string[] = [];
  const approximated: ApproximatedLine[] = [];
  const notCarried: LeftLine[] = [];
  for (const each of lines) {
    const { line, key, values } = each;
    const parts = [...each.lost, ...(lost.get(each) ?? [])];
    const left = new Set(parts.filter(({ to }) => to === null).map(({ part }) => part));
    const hasCarried = values.some(({ part, isDefault }) => !left.has(part) && !isDefault);
    const isLostWhole = parts.length > 0 && !hasCarried && parts.every(({ part, to }) => to === null || left.has(part));
    if (parts.length === 0) mapped.push(`${line} ${key}`);
    else if (isLostWhole)
      notCarried.push({
        line,
        key,
        why: [...new Set(parts.map(({ part, why }) => (part === 'line' ? why : `${part}: ${why}`)))].join('; '),
      });
    else approximated.push({ line, key, values: parts });
  }
  const counts = {
    ...{ lines: lines.length, mapped: mapped.length },
    ...{ approximated: approximated.length, notCarried: notCarried.length },
  };
  return { counts, notCarried, approximated, mapped };
}
