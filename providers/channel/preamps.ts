// The preamp of a strip: that of the stagebox input which its source names. What it can do is what that row's contract
// says at this moment.
import type { Audio, DeskReader, Fields, Rows } from 'rowdesk/provider';
import { inputOfPort } from '../stagebox/index.ts';

const controls = ['sensDb', 'gainDb', 'phantom', 'pad'] as const;
export type PreampField = 'gainDb' | 'phantom' | 'pad';

export interface Preamp {
  /** The row of the socket. */
  readonly path: string;
  readonly device: string;
  /** The socket's name for each field that it has: its gain may be a sensitivity. */
  readonly names: Readonly<Partial<Record<PreampField, string>>>;
  /** JSON Schema words of its gain; undefined where it has none. */
  readonly gain: Fields | undefined;
}

export class Preamps {
  readonly #audio: Pick<Audio, 'boxes'>;
  readonly #rows: Pick<Rows, 'options'>;

  constructor(audio: Pick<Audio, 'boxes'>, rows: Pick<Rows, 'options'>) {
    this.#audio = audio;
    this.#rows = rows;
  }

  /** Of the port with this id; undefined where there is no such input, or it has nothing to set. */
  of(sourceId: unknown, desk: DeskReader): Preamp | undefined {
    const socket = inputOfPort(sourceId, this.#audio.boxes);
    if (socket === undefined || !desk.has(socket.path)) return undefined;
    const { fields } = this.#rows.options(socket.path);
    const own = controls.filter((control) => fields[control]?.access === 'rw');
    if (own.length === 0) return undefined;
    const names = Object.fromEntries(own.map((control) => [control === 'sensDb' ? 'gainDb' : control, control]));
    const gain = fields[names.gainDb ?? ''];
    const { path, device } = socket;
    return { path, device, names, gain: gain && wordsOf(gain) };
  }
}

function wordsOf({ access: _access, ...words }: Fields): Fields {
  return words;
}
