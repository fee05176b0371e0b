import type { Argv } from 'yargs';
import type { Environment } from '../environment.ts';
import { formats } from '../output.ts';

/** Holding a server, whoever made it, against the interface. */
export function conformCommand(parser: Argv, { terminal }: Environment): Argv {
  return parser.command(
    'conform <url>',
    'Check any server that claims this interface, rule by rule; what is changed is put back',
    (yargs) =>
      yargs
        .positional('url', { type: 'string', demandOption: true, describe: 'Its base: http://127.0.0.1:8700/api' })
        .option('junit', {
          type: 'string',
          requiresArg: true,
          describe: 'Write the findings into this file, as JUnit XML',
        })
        .option('output', { alias: 'o', choices: formats, default: 'table', describe: 'A line each, or json' } as const)
        .example('$0 conform http://192.0.2.7:8700/api --junit conform.xml', ''),
    async (args) => (await import('../commands/conform.ts')).conform(args, terminal),
  );
}
