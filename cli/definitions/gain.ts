import type { Argv } from 'yargs';
import type { Environment } from '../environment.ts';
import { clientOptions } from '../options.ts';

const decibels = { type: 'number', requiresArg: true } as const;

const writing = <T>(yargs: Argv<T>) =>
  clientOptions(yargs).option('apply', { type: 'boolean', default: false, describe: 'Write it, in one commit' });

/** Preamps and trims. */
export function gainCommand(parser: Argv, { terminal, interrupted }: Environment): Argv {
  const commands = () => import('../commands/gain.ts');
  return parser.command(
    'gain [strips..]',
    'Listen to strips while they play, and propose or set their preamps and trims',
    (yargs) =>
      writing(yargs)
        .positional('strips', {
          ...{ type: 'string', array: true, default: [] as string[] },
          describe: 'input/3 aux/1; none: all that hear a source',
        })
        .option('seconds', { ...decibels, default: 10, describe: 'How long it listens, 2 to 60' })
        .option('target', { ...decibels, default: -18, describe: 'dBFS that 90 % of the playing stays below' })
        .option('margin', { ...decibels, default: 6, describe: 'dB that the highest peak stays below full scale' })
        .command(
          'move <strip> <difference>',
          'Move a preamp by so many dB and keep every level: say what would change, or change it',
          (inner) =>
            writing(inner)
              .positional('strip', { type: 'string', demandOption: true, describe: 'input/3' })
              .positional('difference', { type: 'string', demandOption: true, describe: '+6, -3' })
              .option('override', {
                type: 'boolean',
                default: false,
                describe: 'Also where a level can not be kept',
              })
              .example('$0 gain move input/3 +6 --apply', 'more gain, and the same mix'),
          async (args) => (await commands()).moveGain(args, terminal),
        )
        .example('$0 gain --seconds 20', 'while the band plays')
        .example('$0 gain input/1 input/2 --apply', ''),
    async (args) => (await commands()).gain(args, terminal, interrupted()),
  );
}
