// The license texts that go with what is bundled.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Beside what is bundled. */
export const licensesFile = 'licenses.txt';

/** The licenses of these modules' packages: they want to be passed on with the code. */
export function licensesOf(modules) {
  const folders = modules.flatMap((id) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(id)?.[0] ?? []);
  return [...new Set(folders)].sort().map(licenseOf).join('\n\n');
}

function licenseOf(folder) {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const texts = readdirSync(folder).filter((entry) => /^(licen[cs]e|copying|copyrightnotice|notice)/i.test(entry));
  if (texts.length === 0) throw new Error(`${name} can't be bundled: it has no license text`);
  return [`${name} ${version} (${license})`, ...texts.map((text) => readFileSync(join(folder, text), 'utf8'))].join(
    '\n',
  );
}
