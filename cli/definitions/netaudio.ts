import type { Argv } from 'yargs';
import type { Environment } from '../environment.ts';
import { clientOptions } from '../options.ts';

const rxOf = <T>(yargs: Argv<T>) =>
  yargs.positional('rx', {
    type: 'string',
    demandOption: true,
    describe: 'An input from the network: aes67/3, or 3 where the desk has one device',
  });

/** Sound over the network. */
export function netaudioCommand(parser: Argv, { terminal }: Environment): Argv {
  const commands = () => import('../commands/netaudio.ts');
  return parser.command(
    'netaudio',
    'List the devices of network audio and what inputs receive; subscribe an input to a channel',
    (yargs) =>
      clientOptions(yargs)
        .command(
          'subscribe <sender> <rx>',
          'Receive a channel of a device at an input, now and whenever it returns',
          (inner) =>
            rxOf(
              clientOptions(inner).positional('sender', {
                type: 'string',
                demandOption: true,
                describe: 'DEVICE/LABEL, as netaudio lists them: stage-left/Vox',
              }),
            ).example('$0 netaudio subscribe stage-left/Vox 3', ''),
          async (args) => (await commands()).subscribe(args, terminal),
        )
        .command(
          'unsubscribe <rx>',
          'Receive nothing at an input',
          (inner) => rxOf(clientOptions(inner)),
          async (args) => (await commands()).unsubscribe(args, terminal),
        )
        .example('$0 netaudio -o table', 'devices, and each subscription with its status'),
    async (args) => (await commands()).listNetaudio(args, terminal),
  );
}
