// The words of the command line: names, options, help. What a command does is in commands/, loaded when asked for.
import type { Argv } from 'yargs';
import { defaultUrl } from './client.ts';
import { formats } from './output.ts';
import type { Terminal } from './terminal.ts';

/** What every command gets beside its words. */
export interface Surroundings {
  readonly terminal: Terminal;
  /** From its call on, SIGINT, SIGTERM and SIGHUP abort this signal instead of ending the process. */
  readonly interrupted: () => AbortSignal;
}

/** Adds all commands to a parser. */
export function defineCommands(parser: Argv, { terminal, interrupted }: Surroundings): Argv {
  return parser
    .command(
      'start',
      'Run the desk and answer over HTTP',
      (yargs) =>
        configOption(stateOption(yargs))
          .option('host', {
            type: 'string',
            default: '127.0.0.1',
            requiresArg: true,
            describe: 'Listen on this address',
          })
          .option('port', {
            type: 'number',
            default: 8700,
            requiresArg: true,
            describe: 'Listen here; 0 takes a free one',
          })
          .option('json', { type: 'boolean', default: false, describe: 'Print where it answers as a JSON object' })
          .option('log-level', { choices: logLevels, default: 'info', describe: 'What is logged to stderr' } as const)
          .example('$0 start --port 0 --json', 'on a free port, for a script'),
      async (args) => (await import('./commands/start.ts')).start(args, { terminal, interrupted }),
    )
    .command('stop', 'End the control and the audio process of a state folder, in order', stateOption, async (args) =>
      (await import('./commands/stop.ts')).stop(args, terminal),
    )
    .command('drive', 'Run the audio process in the foreground, for a service manager', stateOption, async (args) =>
      (await import('./commands/drive.ts')).drive(args),
    )
    .command(
      'get <path>',
      'Print a row',
      (yargs) => clientOptions(rowPath(yargs)).example('$0 get /channel/input/1 -o table', 'as a table'),
      async (args) => (await import('./commands/get.ts')).get(args, terminal),
    )
    .command(
      'patch <path> <assignments..>',
      'Write fields of a row, all or nothing, and print the row',
      (yargs) =>
        clientOptions(rowPath(yargs))
          .positional('assignments', {
            type: 'string',
            array: true,
            demandOption: true,
            describe: 'field=value, read as the row says: text, number, true/false, null, or JSON for lists',
          })
          .option('if-match', { type: 'string', requiresArg: true, describe: 'Only if the row still has this ETag' })
          .example('$0 patch /channel/input/1 levelDb=-6 muted=off', 'two fields in one write')
          .example('$0 patch /clock/force rate=null', 'null is a value'),
      async (args) => (await import('./commands/patch.ts')).patch(args, terminal),
    )
    .command(
      'watch <path>',
      'Print a JSON line for the row and for each of its changes, until interrupted',
      (yargs) =>
        urlOption(rowPath(yargs))
          .option('count', { type: 'number', requiresArg: true, describe: 'End after this many lines' })
          .example('$0 watch /channel/input/1/meter', 'the level of input 1'),
      async (args) => (await import('./commands/watch.ts')).watch(args, terminal, interrupted()),
    )
    .command(
      'explain <path>',
      'Say what may be done with a row: its fields, types and ranges now',
      (yargs) => clientOptions(rowPath(yargs)),
      async (args) => (await import('./commands/explain.ts')).explain(args, terminal),
    )
    .command(
      'drivers',
      'List the hardware drivers: which was chosen, which was not, and why',
      (yargs) =>
        clientOptions(yargs).command(
          'build [names..]',
          'Build native drivers on this machine, all or those named',
          (inner) => inner.positional('names', { type: 'string', array: true, default: [] as string[] }),
          async (args) => (await import('./commands/drivers.ts')).buildDrivers(args),
        ),
      async (args) => (await import('./commands/drivers.ts')).drivers(args, terminal),
    )
    .command(
      'render',
      'Mix sound files without a service, faster than real time',
      (yargs) =>
        configOption(yargs)
          .option('state', {
            type: 'string',
            requiresArg: true,
            describe: 'With the settings of this desk, also while it runs',
          })
          .option('input', {
            ...list,
            demandOption: true,
            describe: 'STRIP=FILE[#CHANNEL], as 1=a.wav or aux/1=b.wav#2',
          })
          .option('output', { ...list, demandOption: true, describe: 'STRIP=FILE, as main/1=mix.wav' })
          .option('set', { ...list, describe: "A change before the first sample: '/channel/input/1 levelDb=-6'" })
          .option('at', {
            ...list,
            nargs: 2,
            describe: "A change at a time in seconds: 1.5 '/channel/input/1 levelDb=-20'",
          })
          .option('rate', { type: 'number', requiresArg: true, describe: "Hz; else that of the first input's file" })
          .option('json', { type: 'boolean', default: false, describe: 'Print a report as a JSON object' })
          .option('block-frames', {
            type: 'number',
            default: 64,
            requiresArg: true,
            describe: 'Frames per block, 1 to 4096',
          })
          .option('duration', { type: 'number', requiresArg: true, describe: 'Seconds; else the longest input' })
          .option('tail', {
            type: 'number',
            requiresArg: true,
            describe: 'Seconds after the longest input',
            conflicts: 'duration',
          })
          .example(
            "$0 render --input 1=a.wav --input 2=b.wav --set '/channel/input/2 levelDb=-6' --output main/1=mix.wav",
            '',
          ),
      async (args) => (await import('./commands/render.ts')).render(args, { terminal, interrupted }),
    );
}

const logLevels = ['debug', 'info', 'warn', 'error', 'silent'] as const;
const list = { type: 'string', array: true, nargs: 1 } as const;

function rowPath<T>(yargs: Argv<T>) {
  return yargs.positional('path', { type: 'string', demandOption: true, describe: 'A row: /channel/input/1' });
}

function urlOption<T>(yargs: Argv<T>) {
  const describe = 'Where the service answers; or $ROWDESK_URL';
  return yargs.option('url', {
    type: 'string',
    requiresArg: true,
    default: process.env.ROWDESK_URL || defaultUrl,
    describe,
  });
}

function clientOptions<T>(yargs: Argv<T>) {
  return urlOption(yargs).option('output', {
    alias: 'o',
    choices: formats,
    describe: 'table where a person looks on, else json',
  });
}

function stateOption<T>(yargs: Argv<T>) {
  return yargs.option('state', {
    type: 'string',
    requiresArg: true,
    describe: 'The state folder; else $ROWDESK_STATE, $STATE_DIRECTORY or ~/.local/state/rowdesk',
  });
}

function configOption<T>(yargs: Argv<T>) {
  return yargs.option('config', {
    type: 'string',
    requiresArg: true,
    describe: 'Providers and drivers that are switched on; else providers.config.json of this package',
  });
}
