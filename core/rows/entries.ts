// The rows of all providers as the registry keeps them, with their errors.
import type { Row } from './definitions.ts';
import { type ParamReader, paramReader } from './param.ts';
import { checkRow, shadowedOptions } from './row-errors.ts';
import { parseTemplate, type Segment } from './template.ts';
import { TemplateTree } from './template-tree.ts';

/** The rows of one provider. */
export interface Contribution {
  readonly provider: { readonly name: string; readonly roots: readonly string[] };
  readonly rows: readonly Row[];
}

/** An error of a row, with the remedy. */
export interface RowError {
  readonly provider: string;
  readonly template: string;
  readonly message: string;
}

/** A row by the segments of its template. */
export interface RowEntry {
  readonly provider: string;
  readonly row: Row;
  readonly segments: readonly Segment[];
  readonly params: readonly { readonly index: number; readonly name: string; readonly read: ParamReader }[];
}

/** Builds the tree from the rows without errors. */
export function entriesOf(contributions: readonly Contribution[], errors: RowError[]) {
  const tree = new TemplateTree<RowEntry>();
  const entries: RowEntry[] = [];
  for (const { provider, rows } of contributions) {
    for (const row of rows) {
      const template = String(row?.template);
      const own = checkRow(row, provider.roots);
      for (const message of own) errors.push({ provider: provider.name, template, message });
      if (own.length > 0) continue;
      const entry = entryOf(provider.name, row);
      const twin = tree.add(entry.segments, entry);
      if (twin === undefined) entries.push(entry);
      else errors.push({ provider: provider.name, template, message: duplicate(twin) });
    }
  }
  for (const { provider, row, segments } of entries) {
    for (const message of shadowedOptions(row, segments, tree)) {
      errors.push({ provider, template: row.template, message });
    }
  }
  return { tree, entries };
}

function entryOf(provider: string, row: Row): RowEntry {
  const segments = parseTemplate(row.template);
  const params = segments.flatMap(({ text, isParam }, index) => {
    const schema = row.params[text];
    return isParam && schema !== undefined ? [{ index, name: text, read: paramReader(schema) }] : [];
  });
  return { provider, row, segments, params };
}

function duplicate(twin: RowEntry): string {
  const first = `${twin.row.template} of provider ${twin.provider}`;
  return `the path is taken by ${first}; give this row another path or remove one of them`;
}
