import type { Argv } from 'yargs';
import type { Environment } from '../environment.ts';
import { clientOptions } from '../options.ts';

const goals = ['delay', 'transfer', 'rta', 'ir'] as const;
const stimuli = ['sweep', 'pink', 'programme'] as const;
const legs = ['both', 'left', 'right'] as const;
const formats = ['csv', 'rew'] as const;

const number = (describe: string) => ({ type: 'number', requiresArg: true, describe }) as const;
const text = (describe: string) => ({ type: 'string', requiresArg: true, describe }) as const;

const resultOf = <T>(yargs: Argv<T>) =>
  clientOptions(yargs).positional('result', {
    type: 'string',
    demandOption: true,
    describe: 'Its id, as measure lists it',
  });

/** What is not given is as /measurement has it. */
const orderOf = <T>(yargs: Argv<T>) =>
  clientOptions(yargs)
    .positional('goal', { choices: goals, demandOption: true, describe: 'What is measured' } as const)
    .option('bus', text('The measured bus, main/1; else as /measurement has it, as all below'))
    .option('leg', { choices: legs, describe: 'Of a stereo bus' } as const)
    .option('mic', text('The strip of the microphone, input/9'))
    .option('calibration', text('Its calibration, an id of measure microphones'))
    .option('level', number('dB of the stimulus'))
    .option('stimulus', { choices: stimuli, describe: 'What sounds' } as const)
    .option('duration', number('Seconds of it'))
    .option('from', number('Hz where a sweep begins'))
    .option('to', number('Hz where it ends'))
    .option('smoothing', number('Part of an octave, 0 for none'));

/** Measuring loudspeakers and rooms. */
export function measureCommand(parser: Argv, { terminal, interrupted }: Environment): Argv {
  const measure = () => import('../commands/measure.ts');
  return parser.command(
    'measure',
    'List measurements; plan, run, show, export or delete one; align loudspeakers',
    (yargs) =>
      clientOptions(yargs)
        .command('plan <goal>', 'Say what would sound, and what is in the way', orderOf, async (args) =>
          (await measure()).planMeasurement(args, terminal, interrupted()),
        )
        .command(
          'run <goal>',
          'Measure: delay, transfer function, levels of bands, or impulse response',
          (inner) =>
            orderOf(inner)
              .option('name', text('What the result is called'))
              .option('confirm', { type: 'boolean', default: false, describe: 'A level above -12 dB is meant' })
              .example('$0 measure run transfer --bus main/1 --mic input/9 --level -24', ''),
          async (args) => (await measure()).runMeasurement(args, terminal, interrupted()),
        )
        .command('show <result>', 'The figures of a result', resultOf, async (args) =>
          (await measure()).showMeasurement(args, terminal),
        )
        .command(
          'export <result>',
          'Write its traces as text files on the desk',
          (inner) =>
            resultOf(inner).option('format', {
              choices: formats,
              default: 'csv',
              describe: 'rew: text that Room EQ Wizard imports',
            } as const),
          async (args) => (await measure()).exportMeasurement(args, terminal, interrupted()),
        )
        .command(
          'delete <result>',
          'Say what would be deleted; with --confirm delete it',
          (inner) => resultOf(inner).option('confirm', { type: 'boolean', default: false, describe: 'Delete it' }),
          async (args) => (await measure()).deleteMeasurement(args, terminal, interrupted()),
        )
        .command(
          'align <main> <delayed>',
          'Say how long the earlier of two loudspeakers waits for the other; with --apply delay it',
          (inner) =>
            clientOptions(inner)
              .positional('main', { type: 'string', demandOption: true, describe: 'A result of the one' })
              .positional('delayed', { type: 'string', demandOption: true, describe: 'And of the other' })
              .option('apply', { type: 'boolean', default: false, describe: 'Write its speakerAlign' }),
          async (args) => (await measure()).alignMeasured(args, terminal, interrupted()),
        )
        .command(
          'microphones',
          'List microphones; add one from the calibration file of its vendor',
          (inner) =>
            clientOptions(inner).command(
              'add <file>',
              'Add one',
              (below) =>
                clientOptions(below)
                  .positional('file', { type: 'string', demandOption: true, describe: 'Frequencies and levels' })
                  .option('name', text('What it is called; else as the file is')),
              async (args) => (await measure()).addMicrophone(args, terminal, interrupted()),
            ),
          async (args) => (await measure()).listMicrophones(args, terminal),
        ),
    async (args) => (await measure()).listMeasurements(args, terminal),
  );
}
