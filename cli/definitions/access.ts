import type { Argv } from 'yargs';
import type { Environment } from '../environment.ts';
import { stateOption, urlOption } from '../options.ts';

const nameOf = <T>(yargs: Argv<T>) =>
  yargs.positional('name', {
    type: 'string',
    demandOption: true,
    describe: 'Of the key, as the history shows it: Maria',
  });
const anonymous = ['none', 'view', 'mix'] as const;

/** Keys, for those who want them. */
export function accessCommand(parser: Argv, { terminal }: Environment): Argv {
  const commands = () => import('../commands/access.ts');
  return parser.command(
    'access',
    'List the keys of the desk; make one, withdraw one, open a page with one',
    (yargs) =>
      stateOption(yargs)
        .command(
          'add <name>',
          'Make a key, and say it once; the first one ends the time in which everybody may do all',
          (inner) =>
            nameOf(stateOption(inner))
              .option('role', {
                choices: ['view', 'mix', 'run'] as const,
                demandOption: true,
                describe: 'view reads; mix also writes strips, sends, mutes; run does everything',
              })
              .option('bus', { type: 'string', requiresArg: true, describe: 'With mix: this bus alone, mix/3' })
              .option('anonymous', { choices: anonymous, describe: 'What those without a key may do from now on' })
              .example('$0 access add Maria --role mix --bus mix/3', 'for the page of a musician'),
          async (args) => (await commands()).addKey(args, terminal),
        )
        .command(
          'withdraw <name>',
          'End a key: its streams end, and what it holds is let go',
          (inner) => nameOf(stateOption(inner)),
          async (args) => (await commands()).withdrawKey(args, terminal),
        )
        .command(
          'anonymous <role>',
          'Say what those without a key may do',
          (inner) => stateOption(inner).positional('role', { choices: anonymous, demandOption: true }),
          async (args) => (await commands()).setAnonymous(args, terminal),
        )
        .command(
          'link <name>',
          'Show a link that opens a page with this key: once, within ten minutes',
          (inner) =>
            nameOf(urlOption(inner)).option('at', {
              type: 'string',
              requiresArg: true,
              describe: 'What the page calls the desk: http://desk.local:8700; else its address in the network',
            }),
          async (args) => (await commands()).showLink(args, terminal),
        )
        .command(
          'off',
          'End all keys: everybody may do all again',
          (inner) => stateOption(inner),
          async (args) => (await commands()).endAccess(args, terminal),
        )
        .example('$0 access link Maria', 'a code to scan with a phone'),
    async (args) => (await commands()).listKeys(args, terminal),
  );
}
