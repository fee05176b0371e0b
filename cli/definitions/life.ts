import type { Argv } from 'yargs';
import type { Environment } from '../environment.ts';
import { clientOptions, configOption, formatOption, listenOptions, stateOption } from '../options.ts';

const channels = { type: 'number', demandOption: true, requiresArg: true } as const;
const lineSeverities = ['info', 'warning', 'error'] as const;
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
          .option('build', {
            type: 'string',
            requiresArg: true,
            describe: 'Drivers of this checkout to build beside the show, by name: npm start says which, lv2,recorder',
          })
          .example('$0 start --port 0 --json', 'on a free port, for a script'),
      async (args) => (await import('../commands/start.ts')).start(args, { terminal, interrupted }),
    )
    .command('stop', 'End the control and the audio process of a state folder, in order', stateOption, async (args) =>
      (await import('../commands/stop.ts')).stop(args, terminal),
    )
    .command(
      'drive',
      'Run the audio process in the foreground, for a service manager',
      (yargs) =>
        stateOption(yargs)
          .option('driver', {
            type: 'string',
            requiresArg: true,
            describe: 'Of this driver, which has a process of its own, instead: lv2, for plugins',
          })
          .example('$0 drive --driver lv2', 'plugins that play on while the desk is updated'),
      async (args) => (await import('../commands/drive.ts')).drive(args),
    )
    .command('check', 'Say what a start would refuse, without starting', configOption, async (args) =>
      (await import('../commands/check.ts')).check(args, terminal),
    )
    .command(
      'doctor',
      'Say whether this machine is fit for a show, and what mends it where it is not',
      (yargs) => formatOption(listenOptions(configOption(stateOption(yargs)))),
      async (args) => (await import('../commands/doctor.ts')).doctor(args, terminal),
    )
    .command(
      'warnings',
      'List what the desk warns of, the gravest first, each with what to do',
      (yargs) => clientOptions(yargs).example('$0 warnings -o json', 'as /warnings has them'),
      async (args) => (await import('../commands/warnings.ts')).warnings(args, terminal),
    )
    .command(
      'log',
      'Print the last lines of the log, of the desk and of its drivers',
      (yargs) =>
        clientOptions(yargs)
          .option('severity', { choices: lineSeverities, default: 'info', describe: 'These, and graver ones' } as const)
          .option('lines', { type: 'number', requiresArg: true, describe: 'So many of the last at most' })
          .option('watch', { type: 'boolean', default: false, describe: 'And each new one, until interrupted' })
          .example('$0 log --severity warning --watch', 'what goes wrong'),
      async (args) => (await import('../commands/log.ts')).log(args, terminal, interrupted),
    )
    .command(
      'pipewire-conf',
      'Print the configuration of a PipeWire server for one sound card, for a machine without a desktop',
      (yargs) =>
        yargs
          .option('card', { type: 'string', demandOption: true, requiresArg: true, describe: 'As ALSA names it: hw:1' })
          .option('inputs', { ...channels, describe: 'Channels that the card records, 0 for none' })
          .option('outputs', { ...channels, describe: 'Channels that the card plays, 0 for none' })
          .option('rate', { type: 'number', default: 48_000, requiresArg: true, describe: 'Hz' })
          .option('frames', {
            type: 'number',
            default: 64,
            requiresArg: true,
            describe: 'Frames per cycle, 16 to 2048',
          })
          .example('$0 pipewire-conf --card hw:1 --inputs 18 --outputs 20', 'as systemd/README.md uses it'),
      async (args) => (await import('../commands/pipewire-conf.ts')).printPipewireConf(args, terminal),
    );
}
