import type { Argv } from 'yargs';
import type { Environment } from '../environment.ts';
import { clientOptions } from '../options.ts';

/** Plugins of others. */
export function pluginsCommand(parser: Argv, { terminal, interrupted }: Environment): Argv {
  const commands = () => import('../commands/plugins.ts');
  return parser.command(
    'plugins',
    'List the plugins of this machine, where they stand, and why one can not; look for new ones',
    (yargs) =>
      clientOptions(yargs)
        .command(
          'scan [plugin]',
          'Look for plugins, and try those that are new, or one again',
          (own) =>
            clientOptions(own).positional('plugin', {
              type: 'string',
              describe: 'The id or the URI of a plugin, or the path of a refused bundle',
            }),
          async (args) => (await commands()).scanPlugins(args, terminal, interrupted()),
        )
        .example('$0 plugins -o table | grep -i compressor', 'its URI is what plugin= of an insert takes')
        .example('$0 patch /plugins/ID quarantined=false', 'it may run again'),
    async (args) => (await commands()).listPlugins(args, terminal),
  );
}
