// The tables of the pages below.
import { laws } from '../../hardware-drivers/lib/x32/js/table/law-names.ts';
import type { Leaf, Model, NodeLines } from '../../hardware-drivers/lib/x32/js/table/lines.ts';
import { models } from '../../hardware-drivers/lib/x32/js/table/models.ts';

export const pages = ['x32-addresses.md', 'xr18-addresses.md'] as const;

/** The page with its tables between the marks of each: `X32 strips`, `X32 nodes`, `laws`. Throws Error for a mark without its pair. */
export function tablesOf(page: string): string {
  const tables = new Map([['laws', lawTable()]]);
  for (const [name, model] of Object.entries(models)) {
    tables.set(`${name} strips`, stripTable(model));
    tables.set(`${name} nodes`, nodeTable(model));
  }
  let text = page;
  for (const [name, table] of tables) {
    const mark = `<!-- ${name} -->`;
    const [before, , after, more] = text.split(mark);
    if (before === text) continue;
    if (after === undefined || more !== undefined) throw new Error(`the page has no two marks ${mark}`);
    text = `${before}${mark}\n\n${table}\n${mark}${after}`;
  }
  return text;
}

const cell = (text: string) => text.replaceAll('|', '\\|');
const code = (text: string) => `\`${text}\``;

function stripTable({ strips }: Model): string {
  const rows = Object.entries(strips).map(([address, path]) => `| ${code(address)} | ${code(path)} |\n`);
  return `| strip | row |\n|---|---|\n${rows.join('')}`;
}

/** Those that a number is written by; enumerations have their names in the protocol's document. */
function lawTable(): string {
  const rows = Object.entries(laws).map(([name, law]) => `${code(name)} ${cell(law.words)}`);
  return `${rows.join('; ')}.\n`;
}

function nodeTable({ nodes }: Model): string {
  const known = nodes.filter(({ leaves }) => leaves.some(isMapped));
  const rows = runsOf(known).map(([{ node, leaves }, last]) => {
    const own = shortened(leaves.filter(isMapped));
    const lacking = lackingText(leaves.filter((leaf) => !isMapped(leaf)));
    return `| ${code(node)}${last === node ? '' : ` ... ${code(last)}`} | ${own.join(', ')} | ${lacking || '-'} |\n`;
  });
  const others = nodes.filter(({ leaves }) => !leaves.some(isMapped));
  const lines = others.map(({ node, leaves }) => `${code(node)} (${lackingText(leaves)})`);
  return `| node | law and field | without a field |\n|---|---|---|\n${rows.join('')}\nNo field stands behind ${lines.join('; ')}.\n`;
}

const isMapped = ([, , , to]: Leaf) => to !== undefined;
const shape = (text: string) => text.replace(/\d+/g, '#');

/** Nodes one after another that differ by a number are one line: the first, and the address of the last. */
function runsOf(nodes: readonly NodeLines[]): readonly (readonly [NodeLines, string])[] {
  const runs: [NodeLines, string][] = [];
  for (const lines of nodes) {
    const run = runs.at(-1);
    if (run !== undefined && shape(run[0].node) === shape(lines.node)) run[1] = lines.node;
    else runs.push([lines, lines.node]);
  }
  return runs;
}

/** Of many alike the first and the last. */
function shortened(leaves: readonly Leaf[]): readonly string[] {
  const alike = new Set(leaves.map(([, law]) => law)).size === 1;
  const texts = leaves.map(leafText);
  return alike && leaves.length > 4 ? [texts[0] as string, '...', texts.at(-1) as string] : texts;
}

const leafText = ([name, law, , to]: Leaf) => cell(`${code(name)} ${law} → ${code(to as string)}`);

/** Leaves of one law together. */
function lackingText(leaves: readonly Leaf[]): string {
  const byLaw = new Map<string, string[]>();
  for (const [name, law] of leaves) byLaw.set(law, [...(byLaw.get(law) ?? []), name]);
  const texts = [...byLaw].map(([law, names]) => {
    const shown = names.length > 4 ? [`${names[0]}`, '...', `${names.at(-1)}`] : names;
    return `${shown.map(code).join(' ').replaceAll('`...`', '...')} ${law}`;
  });
  return cell(texts.join(', '));
}
