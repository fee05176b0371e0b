// Options and positionals that several commands share.
import type { Argv } from 'yargs';
import { defaultHost, defaultPort, defaultUrl } from './client.ts';
import { formats } from './output.ts';

export function rowPath<T>(yargs: Argv<T>) {
  return yargs.positional('path', { type: 'string', demandOption: true, describe: 'A row: /channel/input/1' });
}

/** A file, or `-`: yargs 18 gives that as an empty text. */
export function fileOrPipe<T>(yargs: Argv<T>, describe: string) {
  const coerce = (file: string) => file || '-';
  return yargs.positional('file', { type: 'string', demandOption: true, describe, coerce });
}

export function urlOption<T>(yargs: Argv<T>) {
  const describe = 'Where the service answers; or $ROWDESK_URL';
  return yargs.option('url', {
    type: 'string',
    requiresArg: true,
    default: process.env.ROWDESK_URL || defaultUrl,
    describe,
    // A command below another one names it again where it asks the service too.
    global: false,
  });
}

export function formatOption<T>(yargs: Argv<T>) {
  return yargs.option('output', {
    alias: 'o',
    choices: formats,
    global: false,
    describe: 'table where a person looks on, else json',
  });
}

export function clientOptions<T>(yargs: Argv<T>) {
  return formatOption(urlOption(yargs));
}

export function stateOption<T>(yargs: Argv<T>) {
  return yargs.option('state', {
    type: 'string',
    requiresArg: true,
    describe: 'The state folder; else $ROWDESK_STATE, $STATE_DIRECTORY or ~/.local/state/rowdesk',
  });
}

export function configOption<T>(yargs: Argv<T>) {
  return yargs.option('config', {
    type: 'string',
    requiresArg: true,
    describe: 'Providers and drivers that are switched on; else providers.config.json of this package',
  });
}

export function listenOptions<T>(yargs: Argv<T>) {
  return yargs
    .option('host', { type: 'string', default: defaultHost, requiresArg: true, describe: 'Listen on this address' })
    .option('port', {
      type: 'number',
      default: defaultPort,
      requiresArg: true,
      describe: 'Listen here; 0 takes a free one',
    });
}
