import type { Argv } from 'yargs';
import type { Environment } from '../environment.ts';
import { clientOptions, configOption, formatOption } from '../options.ts';

const packageKinds = ['provider', 'driver'] as const;

/** The packages of which a desk is made. */
export function packageCommands(parser: Argv, { terminal }: Environment): Argv {
  return parser
    .command(
      'providers',
      'List the providers of a configuration: what each brings, and why one is left out',
      (yargs) => formatOption(configOption(yargs)),
      async (args) => (await import('../commands/providers.ts')).providers(args, terminal),
    )
    .command(
      'drivers',
      'List the hardware drivers: which was chosen, which was not, and why',
      (yargs) =>
        clientOptions(yargs).command(
          'build [names..]',
          'Build native drivers on this machine, all or those named',
          (inner) => inner.positional('names', { type: 'string', array: true, default: [] as string[] }),
          async (args) => (await import('../commands/drivers.ts')).buildDrivers(args),
        ),
      async (args) => (await import('../commands/drivers.ts')).drivers(args, terminal),
    )
    .command(
      'boxes',
      'List the stageboxes: the device with the sound of each, the one with its preamps, and which is missing',
      (yargs) => clientOptions(yargs).example('$0 boxes -o table', 'id, model, halves, sockets'),
      async (args) => (await import('../commands/boxes.ts')).boxes(args, terminal),
    )
    .command(
      'new <kind> <name>',
      'Make a package of your own that runs at once: a provider, or a driver that makes sound',
      (yargs) =>
        yargs
          .positional('kind', { choices: packageKinds, demandOption: true, describe: 'What it shall be' })
          .positional('name', { type: 'string', demandOption: true, describe: 'Its name, and that of its new folder' })
          .option('control', {
            type: 'boolean',
            default: false,
            describe: 'A driver without sound, of preamps: the host joins them with a device that has the sound',
          })
          .example('$0 new provider lamp', 'a folder lamp with rows at /lamp')
          .example('$0 new driver preamp --control', 'a driver of a preamp, with a simulated one'),
      async (args) => (await import('../commands/new.ts')).newPackage(args, terminal),
    );
}
