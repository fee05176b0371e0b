import type { Argv } from 'yargs';
import type { Environment } from '../environment.ts';
import { configOption } from '../options.ts';

const memberOf = <T>(yargs: Argv<T>) =>
  yargs.positional('member', {
    type: 'string',
    demandOption: true,
    describe: 'Its path, entries of lists by their names: providers/console/config/layout/input',
  });
const nameOf = <T>(yargs: Argv<T>) =>
  yargs.positional('package', { type: 'string', demandOption: true, describe: 'A provider, driver or surface: alsa' });

/** The configuration file: judged, read, edited with its comments. */
export function configCommand(parser: Argv, { terminal }: Environment): Argv {
  const commands = () => import('../commands/config.ts');
  return parser.command('config', 'Judge a configuration file, read it, edit it and keep its comments', (yargs) =>
    yargs
      .command(
        'check [file]',
        'Report everything that a start would refuse, leave out or warn of, each with its line',
        (inner) =>
          configOption(inner).positional('file', { type: 'string', describe: 'The file; else that of --config' }),
        async ({ file, config }) => (await import('../commands/check.ts')).check({ config: file ?? config }, terminal),
      )
      .command(
        'get [member]',
        'Show what a start takes, with the defaults: all, or one member',
        (inner) => configOption(inner).positional('member', { type: 'string', describe: 'Its path: limits/watchers' }),
        async (args) => (await commands()).getConfig(args, terminal),
      )
      .command(
        'set <member> <value>',
        'Set a value: JSON, or a text',
        (inner) =>
          memberOf(configOption(inner))
            .positional('value', { type: 'string', demandOption: true, describe: 'JSON, or a text' })
            .example('$0 config set rate 96000 --config desk.config.json', 'refused where it is out of range'),
        async (args) => (await commands()).setConfig(args, terminal),
      )
      .command(
        'unset <member>',
        'Take a member away, so that its default holds',
        (inner) => memberOf(configOption(inner)),
        async (args) => (await commands()).unsetConfig(args, terminal),
      )
      .command(
        'enable <package>',
        'Switch a provider, a driver or a surface on',
        (inner) => nameOf(configOption(inner)),
        async (args) => (await commands()).enable({ ...args, name: args.package }, terminal),
      )
      .command(
        'disable <package>',
        'Switch one off, where no other needs it',
        (inner) => nameOf(configOption(inner)),
        async (args) => (await commands()).disable({ ...args, name: args.package }, terminal),
      )
      .command(
        'new <file>',
        'Make a file of your own of the one that comes with rowdesk',
        (inner) => inner.positional('file', { type: 'string', demandOption: true, describe: 'desk.config.json' }),
        async (args) => (await commands()).newConfig(args, terminal),
      )
      .command(
        'schema',
        'Print the JSON Schema of the file, for editors: with the packages of your own that --config names',
        (inner) => configOption(inner),
        async (args) => (await commands()).printSchema(args, terminal),
      )
      .demandCommand(1, 'Which command? rowdesk config --help names them.'),
  );
}
