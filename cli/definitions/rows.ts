import type { Argv } from 'yargs';
import type { Environment } from '../environment.ts';
import { clientOptions, rowPath, urlOption } from '../options.ts';

const assignmentWords = 'field=value, read as the row says: text, number, true/false, null, or JSON for lists';

/** Reading, writing, watching and running rows of a desk that answers. */
export function rowCommands(parser: Argv, { terminal, interrupted }: Environment): Argv {
  return parser
    .command(
      'get <path>',
      'Print a row',
      (yargs) => clientOptions(rowPath(yargs)).example('$0 get /channel/input/1 -o table', 'as a table'),
      async (args) => (await import('../commands/get.ts')).get(args, terminal),
    )
    .command(
      'patch [path] [assignments..]',
      'Write fields of rows, each row all or nothing, and print the rows as the devices have taken them',
      (yargs) =>
        clientOptions(yargs.positional('path', { type: 'string', describe: 'A row: /channel/input/1' }))
          .positional('assignments', { type: 'string', array: true, describe: `${assignmentWords}; then the next row` })
          .option('file', {
            alias: 'f',
            type: 'string',
            requiresArg: true,
            describe: 'Rows by their paths, {"/channel/input/1": {"levelDb": -6}}; - for stdin',
          })
          .option('if-match', { type: 'string', requiresArg: true, describe: 'Only if the row still has this ETag' })
          .example('$0 patch /channel/input/1 levelDb=-6 muted=off', 'two fields in one write')
          .example('$0 patch /channel/input/1 name=Kick /channel/input/2 name=Snare', 'two rows, one after the other')
          .example('$0 patch -f mix.json', 'the rows of a file')
          .example('$0 patch /clock/force rate=null', 'null is a value'),
      async (args) => (await import('../commands/patch.ts')).patch(args, terminal),
    )
    .command(
      'watch <path>',
      'Print a JSON line for the row and for each of its changes, until interrupted',
      (yargs) =>
        urlOption(rowPath(yargs))
          .option('count', { type: 'number', requiresArg: true, describe: 'End after this many lines' })
          .option('changes', { type: 'boolean', describe: 'After the first line, only what is different' })
          .example('$0 watch /channel/input/1/meter', 'the level of input 1'),
      async (args) => (await import('../commands/watch.ts')).watch(args, terminal, interrupted()),
    )
    .command(
      'run <path> [assignments..]',
      'Start a task, tell its progress, and print its report; an interruption cancels it',
      (yargs) =>
        clientOptions(rowPath(yargs))
          .positional('assignments', { type: 'string', array: true, describe: assignmentWords })
          .example('$0 run /history/cursor/undo override=on', 'a task with an extra field'),
      async (args) => (await import('../commands/run.ts')).run(args, terminal, interrupted()),
    )
    .command(
      'explain <path>',
      'Say what may be done with a row: its fields, types and ranges now',
      (yargs) => clientOptions(rowPath(yargs)),
      async (args) => (await import('../commands/explain.ts')).explain(args, terminal),
    );
}
