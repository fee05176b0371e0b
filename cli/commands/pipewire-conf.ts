import { CommandError } from '../command-error.ts';
import { type CardServer, cardServerProblems, pipewireConf } from '../pipewire-conf.ts';
import type { Terminal } from '../terminal.ts';

/** `rowdesk pipewire-conf`: prints the configuration of a PipeWire server for one card. */
export function printPipewireConf(server: CardServer, terminal: Terminal): void {
  const problems = cardServerProblems(server);
  if (problems.length > 0) throw new CommandError('usage', problems.join('\n'));
  terminal.data(pipewireConf(server));
}
