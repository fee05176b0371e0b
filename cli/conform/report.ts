// Findings for people, for programs, and for whatever reads JUnit's XML.
import { cell } from '../table.ts';
import type { RuleResult } from './finding.ts';

const words = { pass: 'Pass', fail: 'Fail', 'not implemented': 'Not implemented' };

/** `Fail             2.4  /clock/force rate: it is "x", not a number` */
export function line({ rule, subject, outcome, detail }: RuleResult): string {
  const why = detail === '' ? '' : `: ${cell(detail)}`;
  return `${words[outcome].padEnd(15)}  ${rule.padEnd(4)}  ${cell(subject)}${why}\n`;
}

export interface Summary {
  readonly passed: number;
  readonly failed: number;
  readonly notImplemented: number;
}

export function summaryOf(findings: readonly RuleResult[]): Summary {
  const count = (wanted: RuleResult['outcome']) => findings.filter(({ outcome }) => outcome === wanted).length;
  return { passed: count('pass'), failed: count('fail'), notImplemented: count('not implemented') };
}

export function summaryLine({ passed, failed, notImplemented }: Summary): string {
  return `${passed} passed, ${failed} failed, ${notImplemented} not implemented\n`;
}

/** One test suite; its classes are the rules. What is not implemented is skipped. */
export function junit(url: string, findings: readonly RuleResult[]): string {
  const { failed, notImplemented } = summaryOf(findings);
  const counts = `tests="${findings.length}" failures="${failed}" errors="0" skipped="${notImplemented}"`;
  const cases = findings.map(({ rule, subject, outcome, detail }) => {
    const head = `    <testcase classname="interface ${escaped(rule)}" name="${escaped(subject)}"`;
    if (outcome === 'pass') return `${head}/>\n`;
    const element = outcome === 'fail' ? 'failure' : 'skipped';
    return `${head}><${element} message="${escaped(detail)}"/></testcase>\n`;
  });
  const suite = `  <testsuite name="rowdesk conform ${escaped(url)}" ${counts}>\n${cases.join('')}  </testsuite>\n`;
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites ${counts}>\n${suite}</testsuites>\n`;
}

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** XML 1.0 has no way at all to write most control characters and lone surrogates. */
function escaped(text: string): string {
  return (
    text
      .replace(/\p{Surrogate}/gu, '\ufffd')
      .replace(/[&<>"]/g, (character) => entities[character] as string)
      // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not reach the file
      .replace(/[\u0000-\u001f\u007f\ufffe\uffff]/g, '\ufffd')
  );
}
