// The table of plugins by packages, as text.

/** What became of a plugin that the scan found. */
export interface Outcome {
  readonly uri: string;
  /** `lv2` or `clap`. */
  readonly format: string;
  readonly package: string;
  /** It passed its probe. */
  readonly supported: boolean;
  /** Why it is not supported. */
  readonly reason: string;
  /** In a rack, for a second; '' without one. */
  readonly fault: string;
}

const mark = '<!-- plugins:table -->';
const head = '| package | found by lv2ls | scanned | probed | run | why not |\n| --- | --- | --- | --- | --- | --- |\n';

/**
 * `listed`: the URIs that lv2ls has. One that the scan lacks is counted under `-`. CLAP has no such judge: a package with both formats has
 * two rows.
 */
export function tableOf(listed: readonly string[], outcomes: readonly Outcome[]): string {
  const known = new Set(listed);
  const rowOf = (each: Outcome) => (each.format === 'clap' ? `${each.package}, CLAP` : each.package);
  const names = [...new Set(outcomes.map(rowOf))].sort();
  const rows = names.map((name) => {
    const own = outcomes.filter((each) => rowOf(each) === name);
    const supported = own.filter((each) => each.supported);
    const ran = supported.filter(({ fault }) => fault === '');
    const found = own[0]?.format === 'clap' ? '-' : own.filter(({ uri }) => known.has(uri)).length;
    return `| ${name} | ${found} | ${own.length} | ${supported.length} | ${ran.length} | ${reasonsOf(own)} |\n`;
  });
  const scanned = new Set(outcomes.map(({ uri }) => uri));
  const missed = listed.filter((uri) => !scanned.has(uri));
  const without = missed.length === 0 ? '' : `| - | ${missed.length} | 0 | 0 | 0 | ${missed.join(', ')} |\n`;
  return head + rows.join('') + without;
}

/** Of ports: how many they are is one reason. */
const tooMany = /^It has \d+ (.*); at most (\d+) are served\.$/;
const ofPorts = /^It has /;

/** `3: It has no audio input.`, the most frequent first; what isn't of its ports names the plugin. */
function reasonsOf(outcomes: readonly Outcome[]): string {
  const counts = new Map<string, number>();
  for (const { uri, supported, reason, fault } of outcomes) {
    const words = supported ? fault : reason;
    if (words === '') continue;
    const counted = ofPorts.test(words)
      ? words.replace(tooMany, 'It has more than $2 $1.')
      : `\`${uri}\`: ${words.replace(/\.$/, '')}.`;
    counts.set(counted, (counts.get(counted) ?? 0) + 1);
  }
  const sorted = [...counts].sort(([, a], [, b]) => b - a);
  return sorted.map(([words, count]) => `${count}: ${words.replaceAll('|', '\\|')}`).join(' ') || '-';
}

/** The page with the table between its marks. Throws Error where they are not there. */
export function withTable(page: string, table: string): string {
  const [before, , after, more] = page.split(mark);
  if (after === undefined || more !== undefined) throw new Error(`the page has no two marks ${mark}`);
  return `${before}${mark}\n\n${table}\n${mark}${after}`;
}
