// Whether the native part is there to be tested: with CI=true it has to be, elsewhere its absence is said once.
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

export function isBuilt(): boolean {
  if (existsSync(fileURLToPath(new URL('../build/Release/recorder.node', import.meta.url)))) return true;
  if (process.env.CI === 'true') throw new Error('the recorder is not built: npm run build');
  console.warn('skipped: the recorder is not built (npm run build)');
  return false;
}
