// What is patched to a socket: its row shows it, and a driver that reports `patchedTo` gets it, as one whose ports have names.
// The half with the sound of a box gets the socket's own name too.
import type { DeskReader, SentFields } from 'rowdesk/provider';
import type { SentValues } from './agreement.ts';
import type { Boxes, Side, SocketAt } from './boxes.ts';
import type { PatchedNames } from './patched-names.ts';
import { inputPath, outputPath } from './sockets.ts';

const paths = { inputs: inputPath, outputs: outputPath } as const;

export class PatchedSockets {
  readonly names: PatchedNames;
  readonly #boxes: Boxes;

  constructor(boxes: Boxes, names: PatchedNames) {
    this.#boxes = boxes;
    this.names = names;
  }

  /** Of a half, the name too: it is set at the box. */
  shown(side: Side, at: SocketAt, desk: DeskReader): Readonly<Record<string, unknown>> {
    const portId = this.#boxes.portId(side, at);
    const patchedTo = portId === undefined ? '' : this.names.nameOf(portId);
    return { patchedTo, ...this.#nameOf(side, at, desk) };
  }

  sent(side: Side): SentFields<SocketAt> {
    return {
      values: (at, desk, observed) => {
        const { patchedTo, ...name } = this.shown(side, at, desk);
        const has = observed.read(paths[side](at.id, at.n), 'patchedTo') !== undefined;
        return has ? { patchedTo, ...name } : name;
      },
      watch: (changed) => this.names.onChange(changed),
    };
  }

  /** The name of a socket, which the half with its sound has. */
  sentFrom(side: Side, at: SocketAt, desk: DeskReader): SentValues | undefined {
    const isHalf = this.#boxes.twinOf(side, at) !== undefined;
    const sound = isHalf ? at : this.#boxes.soundAt(side, at);
    if (sound === undefined) return undefined;
    const values = this.#nameOf(side, sound, desk);
    return { path: paths[side](sound.id, sound.n), values };
  }

  #nameOf(side: Side, at: SocketAt, desk: DeskReader): Readonly<Record<string, unknown>> {
    const socket = this.#boxes.twinOf(side, at);
    const path = socket && paths[side](socket.id, socket.n);
    return path === undefined || !desk.has(path) ? {} : { label: desk.read(path).label };
  }
}
