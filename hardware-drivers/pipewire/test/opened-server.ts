// For tests: the driver's view of a daemon, with what it told the desk.
import type { DriverContext, GraphSnapshot, LinkEnds, Reading } from 'rowdesk/driver';
import { loadNative } from '../js/native.ts';
import { PipeWireServer } from '../js/server.ts';
import { type Daemon, until } from './daemon.ts';

const mediaFolder = '/nowhere/media';

export class OpenedServer {
  readonly server: PipeWireServer;
  /** The text of the warning, '' for none. */
  warned = '';
  /** How often the driver announced a change. */
  changes = 0;
  #revision = 0;

  constructor(daemon: Daemon) {
    const context: DriverContext = {
      log: () => {},
      mediaFolder,
      recordingsFolder: '',
      pluginsFolder: '',
      stateFolder: '',
      changedOnDevice: () => {},
      changed: () => {
        this.changes += 1;
      },
      warn: (_id, text) => {
        this.warned = text;
      },
    };
    const model = { transport: 'pipewire', modelId: 'pipewire', model: 'pipewire', label: '', address: '' };
    this.server = new PipeWireServer(loadNative(), { id: 'pipewire-0', ...model }, daemon.socket, context);
  }

  now(): GraphSnapshot {
    return this.server.graph.read();
  }

  becomes(what: string, holds: (graph: GraphSnapshot) => boolean): Promise<void> {
    return until(
      what,
      () => holds(this.now()),
      () => this.now(),
    );
  }

  /** Asks for these links in place of all before. Returns what is refused at once. */
  want(links: readonly LinkEnds[]): readonly Reading[] {
    this.#revision += 1;
    return this.server.apply(this.#revision, [{ path: '/patch', field: 'links', value: links }]);
  }

  /** What of the wanted links is observed; throws where none are wanted. */
  held(): Reading {
    const [reading] = this.server.observe().values;
    if (reading === undefined) throw new Error('no links are wanted');
    return reading;
  }

  /** All wanted links are observed, at the revision of the last `want`. */
  isMet(): boolean {
    const { revision, values } = this.server.observe();
    return revision === this.#revision && values.every(({ state }) => state === 'applied');
  }
}
