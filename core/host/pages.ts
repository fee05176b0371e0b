// The pages that providers bring, with a warning for each that is not whole.
import { ProvidedPage } from '../http/provided-page.ts';
import type { Assembly } from '../plugins/assembly.ts';
import type { Log, Warnings } from '../services.ts';

/** In the order of the configuration. They are read from here on. */
export function pagesOf(
  { providers }: Pick<Assembly, 'providers'>,
  { log, warnings }: { readonly log: Log; readonly warnings: Warnings },
): readonly ProvidedPage[] {
  return providers.flatMap(({ provider: { name, pages = [] } }) =>
    pages.map((folder) => {
      const page = new ProvidedPage(folder);
      const { path } = page;
      void page.ready.then(({ problems, leftOut }) => {
        if (leftOut.length > 0) log.info({ provider: name, page: path, leftOut }, 'files that no page serves');
        if (problems.length === 0) return;
        const titleCode = { code: 'page-incomplete', params: { provider: name, path } };
        const title = `The page at ${path} is not complete`;
        const detail = `provider "${name}": ${problems.join('; ')}; build its package, and start the desk again`;
        warnings.raise({ id: `page-${path.slice(1)}`, title, titleCode, detail, severity: 'warning', path: '' });
      });
      return page;
    }),
  );
}
