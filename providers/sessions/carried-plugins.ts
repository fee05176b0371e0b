// What is known of the plugins that a session and its scenes name, as a file carries it: a desk without one keeps its values by
// that, and gives them back.
import { PluginDescription, Type } from 'rowdesk/provider';
import type { HostedPlugins } from '../plugins/index.ts';
import type { ContentRow } from '../scenes/index.ts';

const mostPlugins = 1024;

export const carriedPlugins = Type.Optional(
  Type.Array(PluginDescription, {
    ...{ maxItems: mostPlugins, uniqueBy: ['uri'] },
    title: 'The plugins that it names, as the desk knew them: parameters, ranges and names',
  }),
);

/** Those that these rows name and of which something is known, the smallest first: all that fit into so many bytes of a file. */
export function pluginsOf(hosted: HostedPlugins, rows: readonly ContentRow[], mostBytes: number) {
  const uris = new Set(rows.flatMap(({ fields: { plugin } }) => (typeof plugin === 'string' ? [plugin] : [])));
  const known = [...uris].flatMap((uri) => hosted.carriedOf(uri) ?? []);
  const sized = known.map((plugin) => ({ plugin, bytes: JSON.stringify(plugin).length + 1 }));
  let bytes = 0;
  const plugins: PluginDescription[] = [];
  for (const each of sized.sort((a, b) => a.bytes - b.bytes).slice(0, mostPlugins)) {
    bytes += each.bytes;
    if (bytes > mostBytes) break;
    plugins.push(each.plugin);
  }
  return { plugins, bytes: Math.min(bytes, mostBytes) };
}
