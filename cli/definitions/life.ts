import type { Argv } from 'yargs';
import type { Environment } from '../environment.ts';
import { configOption, formatOption, listenOptions, stateOption } from '../options.ts';

const logLevels = ['debug', 'info', 'warn', 'error', 'silent'] as const;

/** Starting, stopping, and finding out beforehand whether it would go well. */
export function lifeCommands(parser: Argv, { terminal, interrupted }: Environment): Argv {
  return parser
    .command(
      'start',
      'Run the desk and answer over HTTP',
      (yargs) =>
        listenOptions(configOption(stateOption(yargs)))
          .option('json', { type: 'boolean', default: false, describe: 'Print where it answers as a JSON object' })
          .option('log-level', { choices: logLevels, default: 'info', describe: 'What is logged to stderr' } as const)
          .example('$0 start --port 0 --json', 'on a free port, for a script'),
      async (args) => (await import('../commands/start.ts')).start(args, { terminal, interrupted }),
    )
    .command('stop', 'End the control and the audio process of a state folder, in order', stateOption, async (args) =>
      (await import('../commands/stop.ts')).stop(args, terminal),
    )
    .command('drive', 'Run the audio process in the foreground, for a service manager', stateOption, async (args) =>
      (await import('../commands/drive.ts')).drive(args),
    )
    .command('check', 'Say what a start would refuse, without starting', configOption, async (args) =>
      (await import('../commands/check.ts')).check(args, terminal),
    )
    .command(
      'doctor',
      'Say whether this machine is fit for a show, and what mends it where it is not',
      (yargs) => formatOption(listenOptions(configOption(stateOption(yargs)))),
      async (args) => (await import('../commands/doctor.ts')).doctor(args, terminal),
    );
}
