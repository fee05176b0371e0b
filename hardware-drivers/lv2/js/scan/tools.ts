// The programs that read and try plugins.
import { existsSync } from 'node:fs';
import { builtFile } from '../../../lib/built/js/built-file.ts';
import { contentOf } from './bundle-content.ts';

export interface Tools {
  readonly scan: string;
  readonly rack: string;
}

/** Below js/ and dist/ alike. */
const built = (name: string) => builtFile(new URL('../..', import.meta.url), name);

/** Throws Error with the remedy when they are not built. */
export function builtTools(): Tools {
  const tools = { scan: built('lv2-scan'), rack: built('lv2-rack') };
  if (existsSync(tools.scan) && existsSync(tools.rack)) return tools;
  throw new Error(
    'the programs for plugins are not built: sudo apt-get install pkg-config liblilv-dev lv2-dev, then rowdesk drivers build lv2',
  );
}

/** Others: what earlier ones said is asked again. */
export const stampOf = (tools: Tools) => [tools.scan, tools.rack].map((file) => contentOf(file).stamp).join(' ');
