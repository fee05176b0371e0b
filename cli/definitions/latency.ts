import type { Argv } from 'yargs';
import type { Environment } from '../environment.ts';
import { clientOptions } from '../options.ts';

const port = { type: 'string', demandOption: true, requiresArg: true } as const;
const strip = { type: 'string', requiresArg: true } as const;

/** Measuring the way out of the desk and back. */
export function latencyCommand(parser: Argv, { terminal, interrupted }: Environment): Argv {
  return parser.command(
    'latency',
    'Measure the round trip from an output to an input, by a cable or a link: it plays noise at that output',
    (yargs) =>
      clientOptions(yargs)
        .option('from', { ...port, describe: 'The output that plays the noise: pipewire-0-io:out-3' })
        .option('to', { ...port, describe: 'The input that the cable comes back to: pipewire-0-io:in-3' })
        .option('level', { type: 'number', default: -20, requiresArg: true, describe: 'Of the noise, dB, -60 to -10' })
        .option('send', { ...strip, describe: 'The strip that plays it; else the last matrix without an output' })
        .option('hear', { ...strip, describe: 'The strip that listens; else the last input strip without a source' })
        .example('$0 latency --from pipewire-0-io:out-3 --to pipewire-0-io:in-3', 'with a cable from 3 to 3'),
    async (args) => (await import('../commands/latency.ts')).latency(args, terminal, interrupted()),
  );
}
