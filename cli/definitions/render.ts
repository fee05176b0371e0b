import type { Argv } from 'yargs';
import type { Environment } from '../environment.ts';
import { configOption } from '../options.ts';

const list = { type: 'string', array: true, nargs: 1 } as const;

/** Mixing without a desk that runs. */
export function renderCommand(parser: Argv, { terminal, interrupted }: Environment): Argv {
  return parser.command(
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
          default: [] as string[],
          describe: 'STRIP=FILE[#CHANNEL], as 1=a.wav, aux/1=b.wav#2 or talkback/1=c.wav; or a source, box:in-1=d.wav',
        })
        .option('output', {
          ...list,
          demandOption: true,
          describe: 'STRIP=FILE, as main/1=mix.wav; .wav, .rf64 or .flac',
        })
        .option('bits', {
          type: 'string',
          choices: ['16', '24', '32f'],
          requiresArg: true,
          describe: 'Of a sample; else 32f, and 24 for .flac. 16 and 24 are dithered',
        } as const)
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
    async (args) => (await import('../commands/render.ts')).render(args, { terminal, interrupted }),
  );
}
