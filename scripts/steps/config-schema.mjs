// The JSON Schema of the configuration, for editors: asked of the command that has just been bundled, since the schemas of
// `config` are those of the providers and surfaces themselves.
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { dist, root } from './places.mjs';
import { writeWhole } from './write-whole.mjs';

/** Relative to dist/; `$schema` of providers.config.json names it. */
export const schemaFile = 'config.schema.json';

/** Writes the schema, where the project has one. Rejects when the command fails. */
export async function writeConfigSchema() {
  if (!existsSync(join(root, 'core/host/config-schema.ts'))) return;
  const command = [join(dist, 'cli/main.js'), 'config', 'schema'];
  const { stdout } = await promisify(execFile)(process.execPath, command, { maxBuffer: 16 * 1024 * 1024 });
  writeWhole(join(dist, schemaFile), stdout);
}
