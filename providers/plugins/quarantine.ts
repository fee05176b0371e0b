// Which plugins may not run: what their rows say.
import type { Desk } from 'rowdesk/provider';
import type { HostedPlugins } from './hosted-plugins.ts';
import { pluginPath } from './rows/plugins.ts';

/** Tells `hosted`, now and with each commit, until the returned function is called. */
export function followQuarantine(desk: Desk, hosted: HostedPlugins): () => void {
  const refresh = () => {
    const ids = hosted.list().flatMap(({ id }) => (desk.read(pluginPath(id)).quarantined === true ? [id] : []));
    hosted.quarantine(new Set(ids));
  };
  refresh();
  const stopCommits = desk.onCommit((_revision, paths) => {
    if (paths.some((path) => path.startsWith('/plugins/'))) refresh();
  });
  const stopScans = hosted.onChange(refresh);
  return () => {
    stopCommits();
    stopScans();
  };
}
