// Node for a package that can't count on the distribution's: Debian 12 has 18, which is too old. npm has it as packages, whose
// content is known here by its hash.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../scripts/steps/places.mjs';
import { command } from './command.mjs';

export const nodeVersion = '24.22.3';
const integrities = {
  x64: 'KHsob+Fv9YerATvYujMbiyJqnRCvLtrcr/eTNqRqiOSGp97EOiRP1yP47+knGgQ/xnc3XY8xzkW587dlZzNqRA==',
  arm64: 'IZx0J52/1NDwAsY2iyWR9nlPIYuYviTWetjj8+ElvYQh2+XRhLfCfkbFEF/2O5vGI2hcUbyPNHV+nz342FbJXw==',
};

/** The folder with `bin/node` and `LICENSE`; kept for the next time. Rejects where it can't be had, or is another. */
export async function nodeRuntime(arch) {
  const folder = join(root, 'packaging/build', `node-${nodeVersion}-${arch}`);
  if (existsSync(join(folder, 'whole'))) return folder;
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const name = `node-linux-${arch}`;
  const words = ['pack', `${name}@${nodeVersion}`, '--silent', '--pack-destination', folder];
  await command('npm', words);
  const tarball = join(folder, `${name}-${nodeVersion}.tgz`);
  const hash = createHash('sha512').update(readFileSync(tarball)).digest('base64');
  if (hash !== integrities[arch])
    throw new Error(`${name} ${nodeVersion} is not what it was: its hash is sha512-${hash}`);
  const wanted = ['package/bin/node', 'package/LICENSE'];
  await command('tar', ['-xzf', tarball, '-C', folder, '--strip-components=1', ...wanted]);
  rmSync(tarball);
  mkdirSync(join(folder, 'whole'));
  return folder;
}
