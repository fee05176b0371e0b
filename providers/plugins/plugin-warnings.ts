// A warning for each file of the scan that can't be used.
import { StandingWarnings, type Warnings } from 'rowdesk/provider';
import type { HostedPlugins } from './hosted-plugins.ts';
import type { PluginLibrary } from './plugin-library.ts';

const mostNamed = 8;

export function warnOfFiles(library: PluginLibrary, hosted: HostedPlugins, warnings: Warnings): () => void {
  const standing = new StandingWarnings(warnings);
  const show = () => {
    const { problems } = library;
    const named = problems.slice(0, mostNamed).map(({ file, problem }) => `${file} ${problem}`);
    standing.become(
      problems.length === 0
        ? []
        : [
            {
              id: 'plugin-files',
              title: 'Files of the scan of plugins can not be used',
              titleCode: { code: 'plugin-files', params: { count: problems.length } },
              detail: `${named.join('; ')}. Scan again: run /plugins/scan.`.slice(0, 2000),
              severity: 'warning',
              path: '/plugins',
            },
          ],
    );
  };
  show();
  const stop = [hosted.onChange(show), hosted.onUse(show)];
  return () => {
    for (const each of stop) each();
    standing.end();
  };
}
