// The examples of a page: fenced `sh` blocks below a line `<!-- runs -->` or `<!-- runs, exit 1 -->`, and what they print,
// in a `text` block below `<!-- prints -->` or `<!-- prints, in any order -->`. Blocks without such a line are not run.

export interface Example {
  /** Of the block in the page, from 1. */
  readonly line: number;
  readonly script: string;
  readonly exitCode: number;
  readonly prints: readonly string[];
  readonly inAnyOrder: boolean;
}

const runs =
  /<!-- runs(?:, exit (\d+))? -->\n\n```sh\n(.*?)\n```(?:\n\n<!-- prints(, in any order)? -->\n\n```text\n(.*?)\n```)?/gs;

export function examplesOf(page: string): readonly Example[] {
  return [...page.matchAll(runs)].map(({ index, 1: exit, 2: script = '', 3: order, 4: prints }) => ({
    line: page.slice(0, index).split('\n').length + 2,
    script,
    exitCode: Number(exit ?? 0),
    prints: prints?.split('\n') ?? [],
    inAnyOrder: order !== undefined,
  }));
}

/** How often a page says that something runs or prints; each must belong to an example. */
export function marksOf(page: string): { readonly runs: number; readonly prints: number } {
  return { runs: page.match(/<!-- runs/g)?.length ?? 0, prints: page.match(/<!-- prints/g)?.length ?? 0 };
}

/** The stated lines that the output has not, in their order unless it is any. `…` stands for anything in a line; alone, for lines. */
export function missingLines(
  { prints, inAnyOrder }: Pick<Example, 'prints' | 'inAnyOrder'>,
  output: string,
): readonly string[] {
  const lines = output.split('\n');
  let from = 0;
  return prints.filter((stated) => {
    if (stated === '…') return false;
    const pattern = new RegExp(`^${stated.split('…').map(quoted).join('.*')}$`);
    const at = lines.findIndex((line, place) => (inAnyOrder || place >= from) && pattern.test(line));
    if (at >= 0) from = at + 1;
    return at < 0;
  });
}

function quoted(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
