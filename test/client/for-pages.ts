// Code as a page loads it: one minified script.
import { rolldown } from 'rolldown';
import { root } from '../harness/service.ts';

export interface PageScript {
  readonly code: string;
  /** Files that it is made of. */
  readonly modules: readonly string[];
}

/** `entry` is relative to the root of the checkout. Rejects when the code needs more than a page has. */
export async function scriptForPages(entry: string): Promise<PageScript> {
  const made = await rolldown({
    input: `${root}/${entry}`,
    platform: 'browser',
    resolve: { conditionNames: ['rowdesk:source', 'import', 'default'] },
    onLog(level, { message }) {
      if (level === 'warn') throw new Error(message);
    },
  });
  const { output } = await made.generate({ minify: true, format: 'esm' });
  await made.close();
  const [{ code, moduleIds }] = output;
  if (output.length > 1 || /from ?["']node:|require\(/.test(code)) throw new Error(`${entry} is no code of a page`);
  return { code, modules: moduleIds };
}
