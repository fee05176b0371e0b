// Where rowdesk itself is: its in-tree drivers and native packages are found from there, from source and from dist alike.
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder of rowdesk's own package.json. */
export function ownFolder(): string {
  let folder = dirname(fileURLToPath(import.meta.url));
  while (!isOwn(folder)) {
    const above = dirname(folder);
    if (above === folder) throw new Error('rowdesk does not find its own package.json');
    folder = above;
  }
  return folder;
}

function isOwn(folder: string): boolean {
  const file = join(folder, 'package.json');
  return existsSync(file) && (JSON.parse(readFileSync(file, 'utf8')) as { name?: string }).name === 'rowdesk';
}
