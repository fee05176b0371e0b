// What a driver compiles against, as strictly as a vendor may: C11 and C++17 without extensions, each header by itself.
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { packageRoot } from '../../base/package-root.ts';

const include = join(packageRoot, 'hardware-drivers/include');
/** One for addons needs the headers of Node: the drivers that use it compile it. */
const isForAddons = (header: string) => readFileSync(join(include, 'rowdesk', header), 'utf8').includes('<napi.h>');
const headers = readdirSync(join(include, 'rowdesk')).filter((header) => !isForAddons(header));
const strict = ['-Wall', '-Wextra', '-Wpedantic', '-Werror', '-fsyntax-only', '-I', include];

test.each(['c11', 'gnu11', 'c++17', 'gnu++20'])('every header is valid %s by itself', (standard) => {
  for (const header of headers) {
    const input = `#include <rowdesk/${header}>\n#include <stdio.h>\nint main(void) { return 0; }\n`;
    const language = standard.includes('+') ? ['g++', 'c++'] : ['gcc', 'c'];
    const [compiler = '', kind = ''] = language;
    const { stderr } = spawnSync(compiler, [`-std=${standard}`, '-x', kind, ...strict, '-'], {
      input,
      encoding: 'utf8',
    });
    expect([header, stderr]).toEqual([header, '']);
  }
});
