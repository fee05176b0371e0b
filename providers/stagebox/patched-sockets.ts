// What is patched to a socket: its row shows it, and a driver that reports `patchedTo` gets it, as one whose ports have names.
import type { SentFields } from 'rowdesk/provider';
import type { Boxes, Side, SocketAt } from './boxes.ts';
import type { PatchedNames } from './patched-names.ts';
import { inputPath, outputPath } from './sockets.ts';

const none = {};

export class PatchedSockets {
  readonly names: PatchedNames;
  readonly #boxes: Boxes;

  constructor(boxes: Boxes, names: PatchedNames) {
    this.#boxes = boxes;
    this.names = names;
  }

  shown(side: Side, at: SocketAt): { readonly patchedTo: string } {
    const portId = this.#boxes.portId(side, at);
    return { patchedTo: portId === undefined ? '' : this.names.nameOf(portId) };
  }

  sent(side: Side): SentFields<SocketAt> {
    const pathOf = side === 'inputs' ? inputPath : outputPath;
    return {
      values: (at, _desk, observed) =>
        observed.read(pathOf(at.id, at.n), 'patchedTo') === undefined ? none : this.shown(side, at),
      watch: (changed) => this.names.onChange(changed),
    };
  }
}
