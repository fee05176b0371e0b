import type { Argv } from 'yargs';
import type { Environment } from '../environment.ts';
import { clientOptions } from '../options.ts';

const idOf = <T>(yargs: Argv<T>) =>
  yargs.positional('id', { type: 'string', demandOption: true, describe: 'As rowdesk surface lists it: osc' });

/** What controls the desk beside its page. */
export function surfaceCommand(parser: Argv, { terminal, interrupted }: Environment): Argv {
  const commands = () => import('../commands/surface.ts');
  return parser.command(
    'surface',
    'List surfaces (OSC, X32), and who takes part; switch one on or off, look for others',
    (yargs) =>
      clientOptions(yargs)
        .command(
          'on <id>',
          'Switch a surface on, for this machine and those that are named',
          (inner) =>
            idOf(clientOptions(inner))
              .option('address', {
                type: 'string',
                array: true,
                nargs: 1,
                default: [] as string[],
                describe: 'A machine that may take part, 192.0.2.7, or 192.0.2.7:9000 where answers go to that port',
              })
              .option('role', { choices: ['view', 'mix', 'run'] as const, describe: 'What it may do' })
              .example('$0 surface on osc --address 192.168.1.30', '')
              .example('$0 surface on x32 --address 192.168.1.30', 'for an app that controls an X32'),
          async (args) => (await commands()).switchOn(args, terminal),
        )
        .command(
          'off <id>',
          'Switch a surface off',
          (inner) => idOf(clientOptions(inner)),
          async (args) => (await commands()).switchOff(args, terminal),
        )
        .command(
          'look',
          'Look for surfaces on the network; changes nothing',
          (inner) => clientOptions(inner),
          async (args) => (await commands()).look(args, terminal, interrupted()),
        )
        .example('$0 surface -o table', 'surfaces, and who takes part'),
    async (args) => (await commands()).listSurfaces(args, terminal),
  );
}
