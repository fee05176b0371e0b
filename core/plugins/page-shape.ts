// What a provider may say of its pages.
import { realpathSync } from 'node:fs';
import { isAbsolute, relative, sep } from 'node:path';
import { apiPath } from '../base/api-path.ts';
import type { SchemaViolation } from '../base/schema-violations.ts';
import type { Provider } from '../provider.ts';
import type { PageFolder } from '../rows/page-folder.ts';

/** `/lights` */
const pagePath = /^\/[A-Za-z0-9][A-Za-z0-9._~-]{0,63}$/;
const mostPages = 16;
const longest = { title: 64, about: 200 } as const;

/** All that is wrong with the member `pages` of a provider. */
export function pageViolations(pages: unknown): readonly SchemaViolation[] {
  if (!Array.isArray(pages) || pages.length > mostPages) {
    const example = "[{ path: '/lights', title: 'Lights', about: 'a sentence', folder: '/absolute/path' }]";
    return [{ field: 'pages', problem: `is no list of at most ${mostPages} pages`, remedy: `give ${example}` }];
  }
  const paths = pages.map((page) => (page as Partial<PageFolder> | null)?.path);
  return pages.flatMap((page: unknown, place) => {
    const { path, title, about, folder } = (page ?? {}) as Readonly<Record<string, unknown>>;
    const violations: SchemaViolation[] = [];
    const wrong = (member: string, problem: string, remedy: string) =>
      violations.push({ field: `pages/${place}/${member}`, problem, remedy });
    const isPath = typeof path === 'string' && pagePath.test(path);
    if (!isPath) wrong('path', 'is no path of one segment', 'take a path below /, "/lights"');
    else if (path === apiPath) wrong('path', `is "${path}", where the rows are`, 'take another path');
    else if (paths.indexOf(path) < place)
      wrong('path', `is "${path}" a second time`, 'give each page a path of its own');
    for (const [member, text] of Object.entries({ title, about })) {
      const most = longest[member as keyof typeof longest];
      if (typeof text === 'string' && text !== '' && text.length <= most) continue;
      wrong(member, `is no text of 1 to ${most} characters`, 'say what the page is');
    }
    if (typeof folder !== 'string' || !isAbsolute(folder)) {
      wrong('folder', 'is no absolute path', 'make it of the URL of your module by fileURLToPath');
    }
    return violations;
  });
}

/** Pages whose files are outside of the provider's own package: they would not come with it. */
export function strayPages({ pages = [] }: Provider, home: string): readonly SchemaViolation[] {
  return pages.flatMap(({ folder }, place) => {
    const way = relative(real(home), real(folder));
    if (way !== '..' && !way.startsWith(`..${sep}`)) return [];
    const problem = `is ${folder}, outside of the package`;
    return [{ field: `pages/${place}/folder`, problem, remedy: `put the files into a folder of ${home}` }];
  });
}

/** Pages at a path that a provider before this one has, `taken` by path. */
export function takenPages({ pages = [] }: Provider, taken: ReadonlyMap<string, string>): readonly SchemaViolation[] {
  return pages.flatMap(({ path }, place) => {
    const owner = taken.get(path);
    if (owner === undefined) return [];
    const problem = `is "${path}", which provider "${owner}" has`;
    return [{ field: `pages/${place}/path`, problem, remedy: 'take one of the two out of the configuration' }];
  });
}

/** With symbolic links followed, as far as it exists. */
function real(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}
