import type { Argv } from 'yargs';
import type { Environment } from '../environment.ts';
import { clientOptions, fileOrPipe } from '../options.ts';

/** The whole desk as a file. */
export function backupCommands(parser: Argv, { terminal }: Environment): Argv {
  const file = (yargs: Argv, describe: string) => {
    return clientOptions(fileOrPipe(yargs, describe));
  };
  return parser
    .command(
      'backup <file>',
      'Save the whole desk without its recordings: rows, scenes, sessions, patches, media and configuration',
      (yargs) =>
        file(yargs, 'A new file, or - for stdout')
          .option('keys', { type: 'boolean', default: false, describe: 'With the keys of the configuration' })
          .example('$0 backup friday.rowdesk', ''),
      async (args) => (await import('../commands/backup.ts')).backup(args, terminal),
    )
    .command(
      'restore <file>',
      'Make the desk as a backup has it; what does not fit this machine is named',
      (yargs) =>
        file(yargs, 'A file of rowdesk backup, or - for stdin')
          .option('check', {
            type: 'boolean',
            default: false,
            describe: 'Only say what would change and what does not fit',
          })
          .option('phantom', { type: 'boolean', default: false, describe: 'Switch phantom power on too' })
          .example('$0 restore friday.rowdesk --check', 'exit code 1 where something does not fit'),
      async (args) => (await import('../commands/backup.ts')).restore(args, terminal),
    );
}
