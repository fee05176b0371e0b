// The words of the command line: names, options, help. What a command does is in commands/, loaded when asked for.
import type { Argv } from 'yargs';
import { accessCommand } from './definitions/access.ts';
import { backupCommands } from './definitions/backup.ts';
import { configCommand } from './definitions/config.ts';
import { conformCommand } from './definitions/conform.ts';
import { feedbackCommands } from './definitions/feedback.ts';
import { gainCommand } from './definitions/gain.ts';
import { latencyCommand } from './definitions/latency.ts';
import { lifeCommands } from './definitions/life.ts';
import { measureCommand } from './definitions/measure.ts';
import { netaudioCommand } from './definitions/netaudio.ts';
import { packageCommands } from './definitions/packages.ts';
import { pluginsCommand } from './definitions/plugins.ts';
import { recordingCommands } from './definitions/recording.ts';
import { renderCommand } from './definitions/render.ts';
import { rowCommands } from './definitions/rows.ts';
import { sessionCommand } from './definitions/session.ts';
import { shellCommands } from './definitions/shell.ts';
import { showCommand } from './definitions/show.ts';
import { surfaceCommand } from './definitions/surface.ts';
import type { Environment } from './environment.ts';

/** Adds all commands to a parser. */
export function defineCommands(parser: Argv, environment: Environment): Argv {
  const groups = [
    lifeCommands,
    rowCommands,
    packageCommands,
    configCommand,
    renderCommand,
    recordingCommands,
    feedbackCommands,
    measureCommand,
    latencyCommand,
    gainCommand,
    sessionCommand,
    showCommand,
    backupCommands,
    netaudioCommand,
    pluginsCommand,
    surfaceCommand,
    accessCommand,
    conformCommand,
    shellCommands,
  ];
  return groups.reduce((all, add) => add(all, environment), parser);
}
