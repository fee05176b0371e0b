// The scripts in the shells they are for, with a double in place of `rowdesk complete`.
import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { completionScripts } from './scripts.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'rowdesk-shells-'));
  const words = `case "$2" in
    *" /cl") printf '/clock\\n/clock/\\n' ;;
    *" get /cl --output ") printf 'json\\ntable\\n' ;;
    *rate=4) printf 'rate=44100\\nrate=48000\\n' ;;
    *) printf 'the line was <%s>\\n' "$2" >> "${folder}/odd" ;;
  esac`;
  writeFileSync(join(folder, 'rowdesk'), `#!/bin/sh\n[ "$1" = complete ] || exit 2\n${words}\n`);
  chmodSync(join(folder, 'rowdesk'), 0o755);
  for (const [shell, script] of Object.entries(completionScripts)) writeFileSync(join(folder, shell), script);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** What a shell prints; it is told where the double and its script are. */
function said(program: string, args: readonly string[], text: string): string {
  const env = { ...process.env, PATH: `${folder}:${process.env.PATH}`, HOME: folder, XDG_CONFIG_HOME: folder };
  const { status, stdout, stderr, error } = spawnSync(program, [...args, text], { env, encoding: 'utf8' });
  if (error || status !== 0) throw new Error(`${program}: ${error?.message ?? stderr}`);
  return stdout;
}

const isHere = (program: string) => spawnSync(program, ['--version']).error === undefined;
/** In CI they all must be there. */
const missing = ['zsh', 'fish'].filter((shell) => process.env.CI !== 'true' && !isHere(shell));
for (const shell of missing) {
  process.stderr.write(
    `${shell} is not here: its completion is not tested. To mend it: sudo apt-get install ${shell}\n`,
  );
}

test('bash offers the words, and what follows the last = where readline replaces only that', () => {
  const ask = (line: string, words: string) =>
    said(
      'bash',
      ['--norc', '-c'],
      `source ${folder}/bash; compopt() { printf '%s ' compopt "$@"; }
      COMP_LINE='${line}'; COMP_POINT=\${#COMP_LINE}; COMP_WORDS=(${words}); COMP_CWORD=$((\${#COMP_WORDS[@]} - 1))
      _rowdesk; printf '%s\\n' "\${COMPREPLY[@]}"`,
    );
  expect(ask('rowdesk get /cl', 'rowdesk get /cl')).toBe('/clock\n/clock/\n');
  expect(ask('rowdesk patch /clock/force rate=4', 'rowdesk patch /clock/force rate = 4')).toBe('44100\n48000\n');
  for (const line of ['check --config', 'conform URL --junit', 'session import']) {
    expect(ask(`rowdesk ${line} `, `rowdesk ${line} ''`), line).toContain('compopt -o default');
  }
});

test.skipIf(missing.includes('zsh'))('zsh offers the words, and no blank after what goes on', () => {
  const ask = (words: string) =>
    said(
      'zsh',
      ['-fc'],
      `compdef() { :; }; source ${folder}/zsh; compadd() { print -r -- "$@"; }; _files() { print files; }
      words=(${words}); CURRENT=\${#words}; _rowdesk`,
    );
  expect(ask('rowdesk get /cl')).toBe('-Q -- /clock\n-Q -S  -- /clock/\n');
  expect(ask('rowdesk patch /clock/force rate=4')).toBe('-Q -- rate=44100 rate=48000\n');
  expect(ask("rowdesk get /cl --output ''")).toBe('-Q -- json table\n');
  for (const line of ['check --config', 'conform URL --junit', 'session import']) {
    expect(ask(`rowdesk ${line} ''`), line).toBe('files\n');
  }
});

test.skipIf(missing.includes('fish'))('fish offers the words, and files where a file is asked for', () => {
  const ask = (line: string) => said('fish', ['--no-config', '-c'], `source ${folder}/fish; complete -C '${line}'`);
  expect(ask('rowdesk get /cl')).toBe('/clock\n/clock/\n');
  expect(ask('rowdesk patch /clock/force rate=4')).toBe('rate=44100\nrate=48000\n');
  expect(ask('rowdesk get /cl --output ')).toBe('json\ntable\n');
  for (const line of ['check --config', 'conform URL --junit', 'session import']) {
    expect(ask(`rowdesk ${line} ${folder}/ba`), line).toContain(`${folder}/bash`);
  }
});
