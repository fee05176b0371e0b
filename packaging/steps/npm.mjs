// The tarball for npm, with the native files of all processors: `npm install --global rowdesk-0.1.0.tgz` compiles nothing.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../scripts/steps/places.mjs';
import { command } from './command.mjs';
import { manifestOf } from './manifest.mjs';
import { stage } from './staged.mjs';

export async function makeNpm({ archs, output, version }) {
  const folder = join(root, 'packaging/build/npm');
  mkdirSync(folder, { recursive: true });
  await stage(folder, archs);
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifestOf(version), undefined, 2)}\n`);
  const words = ['pack', folder, '--json', '--silent', '--ignore-scripts', '--pack-destination', output];
  const [{ filename }] = JSON.parse(await command('npm', words, { cwd: output }));
  return [join(output, filename)];
}
