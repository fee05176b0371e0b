import type { Argv } from 'yargs';
import type { Environment } from '../environment.ts';

export const shells = ['bash', 'zsh', 'fish'] as const;

/** Completion on a command line. */
export function shellCommands(parser: Argv, { terminal }: Environment): Argv {
  return parser.command(
    'completion <shell>',
    'Print a script that completes commands, live paths, fields and values',
    (yargs) =>
      yargs
        .positional('shell', { choices: shells, demandOption: true, describe: 'Your shell' })
        .example('source <($0 completion bash)', 'for this bash; put it into ~/.bashrc'),
    async (args) => (await import('../commands/completion.ts')).completion(args, terminal),
  );
}
