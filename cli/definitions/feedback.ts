import type { Argv } from 'yargs';
import type { Environment } from '../environment.ts';
import { clientOptions } from '../options.ts';

const modes = ['detect', 'suppress'] as const;
const scopes = ['live', 'fixed', 'all'] as const;

const stripOf = <T>(yargs: Argv<T>) =>
  clientOptions(yargs).positional('strip', { type: 'string', demandOption: true, describe: 'As input/1 or main/1' });

/** Protection against howling. */
export function feedbackCommands(parser: Argv, { terminal }: Environment): Argv {
  const hrp = () => import('../commands/hrp.ts');
  return parser.command(
    'hrp',
    'List strips protected against howling, with their notches; protect a strip, fix or lift notches',
    (yargs) =>
      clientOptions(yargs)
        .command(
          'on <strip>',
          'Protect a strip',
          (inner) =>
            stripOf(inner)
              .option('mode', {
                choices: modes,
                default: 'suppress',
                describe: 'Only report, or place notches',
              } as const)
              .option('sensitivity', { type: 'number', requiresArg: true, describe: 'In percent, 0 to 100' })
              .option('depth', { type: 'number', requiresArg: true, describe: 'Of the deepest notch in dB, -24 to -3' })
              .option('lift', {
                type: 'number',
                requiresArg: true,
                describe: 'Seconds until a notch is lifted; 0: never',
              })
              .example('$0 hrp on main/1 --lift 0', ''),
          async (args) => (await hrp()).protect(args, terminal),
        )
        .command('off <strip>', 'End its protection; fixed notches are kept for later', stripOf, async (args) =>
          (await hrp()).unprotect(args, terminal),
        )
        .command('fix <strip>', 'Make its live notches fixed ones', stripOf, async (args) =>
          (await hrp()).howlTask('fix', args, terminal),
        )
        .command(
          'reset <strip>',
          'Take notches off',
          (inner) => stripOf(inner).option('scope', { choices: scopes, default: 'live', describe: 'Which' } as const),
          async ({ scope, ...args }) => (await hrp()).howlTask('reset', { ...args, extra: { scope } }, terminal),
        ),
    async (args) => (await hrp()).listProtected(args, terminal),
  );
}
