import type { Argv } from 'yargs';
import type { Environment } from '../environment.ts';
import { clientOptions } from '../options.ts';

const fileFormats = ['wav', 'flac'] as const;
const depths = ['16', '24', '32'] as const;
const settings = ['now', 'then', 'moves'] as const;

const takeOf = <T>(yargs: Argv<T>) =>
  clientOptions(yargs).positional('take', {
    type: 'string',
    demandOption: true,
    describe: 'Its id, as takes lists it',
  });

const filesOf = <T>(yargs: Argv<T>) =>
  takeOf(yargs)
    .option('format', { choices: fileFormats, default: 'wav', describe: 'Of the files' } as const)
    .option('bits', {
      type: 'string',
      choices: depths,
      requiresArg: true,
      describe: 'Of a sample; else as the take has',
    } as const);

/** Recording, and what was recorded. */
export function recordingCommands(parser: Argv, { terminal, interrupted }: Environment): Argv {
  const record = () => import('../commands/record.ts');
  const takes = () => import('../commands/takes.ts');
  return parser
    .command(
      'record',
      'Say how recording goes; start, stop, split or mark a take',
      (yargs) =>
        clientOptions(yargs)
          .option('watch', { type: 'boolean', default: false, describe: 'Go on saying it', global: false })
          .command(
            'start [name]',
            'Start a take of what is armed',
            (inner) => clientOptions(inner).positional('name', { type: 'string', describe: 'What it is called' }),
            async ({ name, ...args }) => (await record()).recordTask('start', { ...args, extra: { name } }, terminal),
          )
          .command('stop', 'End the take', clientOptions, async (args) =>
            (await record()).recordTask('stop', args, terminal),
          )
          .command('split', 'Go on in a new part, without a gap', clientOptions, async (args) =>
            (await record()).recordTask('split', args, terminal),
          )
          .command(
            'mark [label]',
            'Set a marker at this moment',
            (inner) => clientOptions(inner).positional('label', { type: 'string', describe: 'What it says' }),
            async ({ label, ...args }) => (await record()).recordTask('mark', { ...args, extra: { label } }, terminal),
          )
          .example('$0 record start Friday && $0 record --watch', ''),
      async (args) => (await record()).record(args, terminal, interrupted),
    )
    .command(
      'takes',
      'List what was recorded; show, rename, delete, export or render a take',
      (yargs) =>
        clientOptions(yargs)
          .command('show <take>', 'All that is known of a take', takeOf, async (args) =>
            (await takes()).showTake(args, terminal),
          )
          .command(
            'rename <take> <name>',
            'Call a take by another name',
            (inner) => takeOf(inner).positional('name', { type: 'string', demandOption: true, describe: 'Its name' }),
            async (args) => (await takes()).renameTake(args, terminal),
          )
          .command(
            'delete <take>',
            'Say what would be deleted; with --confirm delete it',
            (inner) => takeOf(inner).option('confirm', { type: 'boolean', default: false, describe: 'Delete it' }),
            async (args) => (await takes()).deleteTake(args, terminal, interrupted()),
          )
          .command(
            'export <take>',
            'Write its tracks as one sound file each',
            (inner) =>
              filesOf(inner)
                .option('tracks', { type: 'string', requiresArg: true, describe: 'Their numbers, 1,3-5; else all' })
                .option('rate', { type: 'number', requiresArg: true, describe: 'Hz; else that of the take' })
                .option('template', {
                  type: 'string',
                  requiresArg: true,
                  describe: "How files are called: '{n} {name}', with {take} too",
                })
                .example('$0 takes export 2026-08-01-20-15-00 --tracks 1-8 --format flac', ''),
            async (args) => (await takes()).exportTake(args, terminal, interrupted()),
          )
          .command(
            'render <take>',
            'Play it through the whole mixer, faster than real time, into files',
            (inner) =>
              filesOf(inner)
                .option('settings', {
                  choices: settings,
                  default: 'now',
                  describe: 'Of the desk now, of when it began, or with all moves since',
                } as const)
                .option('bus', {
                  ...{ type: 'string', array: true, nargs: 1, default: [] as string[] },
                  describe: 'STRIP[=NAME], as main/1 or mix/2=Drums; else main/1',
                } as const)
                .option('tail', { type: 'number', requiresArg: true, describe: 'Seconds after its end' })
                .example('$0 takes render 2026-08-01-20-15-00 --settings moves --bus main/1=Friday', ''),
            async (args) => (await takes()).renderTake(args, terminal, interrupted()),
          ),
      async (args) => (await takes()).listTakes(args, terminal),
    );
}
