import type { Argv } from 'yargs';
import type { Environment } from '../environment.ts';
import { clientOptions, fileOrPipe } from '../options.ts';

/** Shows of other consoles. */
export function showCommand(parser: Argv, { terminal }: Environment): Argv {
  const commands = () => import('../commands/show.ts');
  return parser.command('show', 'Bring shows of other consoles as sessions', (yargs) =>
    yargs
      .command(
        'formats',
        'List the formats that are read',
        (inner) => clientOptions(inner),
        async (args) => (await commands()).listFormats(args, terminal),
      )
      .command(
        'import <file>',
        'Say what would become of each line of a show file; with --apply store it as a session. The desk stays as it is',
        (inner) =>
          clientOptions(
            fileOrPipe(inner, 'A show file of a console, or - for stdin')
              .option('apply', { type: 'boolean', default: false, describe: 'Store the session' })
              .option('name', { type: 'string', requiresArg: true, describe: 'Its name; else that of the file' })
              .option('channel', {
                type: 'number',
                requiresArg: true,
                describe: 'The input that the preset of one channel is for',
              })
              .option('device', {
                type: 'string',
                array: true,
                nargs: 1,
                describe: 'Sockets of that console as a device of this desk: x32-local=stage-left',
              }),
          ).example(
            '$0 show import friday.scn --apply --device x32-local=stage-left',
            'then: $0 run /sessions/friday/apply',
          ),
        async (args) => (await commands()).importShow(args, terminal),
      )
      .demandCommand(1, 'rowdesk show import, or rowdesk show formats'),
  );
}
