import { Refusal, type Row, Type, task } from 'rowdesk/provider';
import type { PluginLibrary } from '../plugin-library.ts';
import type { Scanner, TriedAgain } from '../scanner.ts';

/** Looks for plugins. */
export function scanRow(scanner: Scanner, library: PluginLibrary): Row {
  return task('/plugins/scan', {
    summary:
      'Looks for plugins on this machine, and tries those that are new or have changed, in processes of their own',
    cancellable: true,
    continuous: false,
    extra: {
      again: Type.String({
        ...{ maxLength: 4096, default: '' },
        title: 'A plugin by its id, or a refused bundle by its path, to be tried although it did not change',
      }),
    },
    run: async (_at, { again = '' }, run) => {
      const only = again === '' ? undefined : triedAgain(again, library);
      return { outcome: 'applied', ...(await scanner.run(run, only)) };
    },
  });
}

/** Throws Refusal. */
function triedAgain(again: string, library: PluginLibrary): TriedAgain {
  const plugin = library.byId(again);
  if (plugin !== undefined) return { bundle: plugin.bundle, uri: plugin.uri };
  if (library.index.refused.some(({ bundle }) => bundle === again)) return { bundle: again, uri: '' };
  const detail = `again: no plugin has the id ${again}, and no refused bundle is there; /plugins lists both.`;
  throw new Refusal('conflict', detail, { reason: 'no-such-plugin', again });
}
