import type { Argv } from 'yargs';
import type { Environment } from '../environment.ts';
import { clientOptions, fileOrPipe, urlOption } from '../options.ts';

/** Sessions as files. */
export function sessionCommand(parser: Argv, { terminal }: Environment): Argv {
  return parser.command('session', 'Carry sessions from desk to desk as files', (yargs) =>
    yargs
      .command(
        'export <id>',
        'Print a session with its scenes, as a file',
        (inner) =>
          urlOption(
            inner.positional('id', { type: 'string', demandOption: true, describe: 'As /sessions lists it' }),
          ).example('$0 session export friday > friday.json', ''),
        async (args) => (await import('../commands/session.ts')).exportSession(args, terminal),
      )
      .command(
        'import <file>',
        'Store a session from a file; the desk stays as it is until the session is applied',
        (inner) =>
          clientOptions(
            fileOrPipe(inner, 'A file, or - for stdin').option('id', {
              type: 'string',
              requiresArg: true,
              describe: 'Its id; else one made of its name',
            }),
          ).example('$0 session import friday.json && $0 run /sessions/friday/apply', 'and make the desk so'),
        async (args) => (await import('../commands/session.ts')).importSession(args, terminal),
      )
      .demandCommand(1, 'rowdesk session export, or rowdesk session import'),
  );
}
