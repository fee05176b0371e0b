// Sources, head amplifiers and outputs of an X32, as ports of devices that stand for its sockets.
import type { Book } from '../../../hardware-drivers/lib/x32/js/book.ts';
import { numbered } from '../../../hardware-drivers/lib/x32/js/strip-refs.ts';
import type { ShowValue } from '../read-show.ts';
import { numberIn } from './effects.ts';
import { type Found, left, nothing } from './found.ts';
import { headSocket, type NodeWords, outputStrip, sourcePort } from './routing.ts';

const outputDevices: Readonly<Record<string, string>> = {
  ...{ main: 'x32-out', aux: 'x32-auxout', p16: 'x32-p16', aes: 'x32-aes', rec: 'x32-rec' },
};

export class Sockets {
  /** The devices that lines have named. */
  readonly devices = new Set<string>();
  readonly #book: Book;
  readonly #words: NodeWords;
  readonly #heard: ReadonlySet<string>;

  constructor(book: Book, words: NodeWords) {
    this.#book = book;
    this.#words = words;
    const strips = [...numbered('/ch', 32), ...numbered('/auxin', 8)];
    this.#heard = new Set(
      strips.flatMap((strip) => sourcePort(Number(words(`${strip}/config`)?.[3] ?? 0), words) ?? []),
    );
  }

  /** Of `/ch/01/config`. */
  source(address: string, source: number): Found {
    const path = this.#book.rowOf(address.slice(0, address.lastIndexOf('/')));
    const field = 'sourceId';
    const port = sourcePort(source, this.#words);
    const own = { part: 'source', from: String(source), isDefault: source === 0 };
    if (path === undefined) return nothing;
    if (port === undefined) return left('source', String(source), 'a channel hears sockets here, no bus and no effect');
    if (port !== '') this.devices.add(port.slice(0, port.indexOf(':')));
    const [, kind, index] = /^\/channel\/(aux|fxReturn)\/(\d+)$/.exec(path) ?? [];
    const values: readonly ShowValue[] = [{ ...own, path, field, value: port }];
    if (kind === undefined || port === '') return { values, lost: [] };
    // A mono aux input is heard in both legs; a linked pair is left and right, which are neighbours.
    const isPair = this.#words('/config/auxlink')?.[Math.ceil(Number(index) / 2) - 1] === 'ON';
    return isPair
      ? { values, lost: [] }
      : {
          values: [...values, { ...own, path: `/patch/rightLegs/${kind}/${index}`, field: 'sourceId', value: port }],
          lost: [],
        };
  }

  /** Gain and phantom of a socket that some channel hears. */
  head(head: number, [gain = '', phantom = '']: readonly string[]): Found {
    const { device, socket } = headSocket(head);
    if (!this.#heard.has(`${device}:in-${socket}`)) {
      const isRest = gain === '+0.0' && phantom === 'OFF';
      return isRest ? nothing : left('gain', `${gain} ${phantom}`, 'no channel hears this socket');
    }
    this.devices.add(device);
    const gainDb = numberIn(gain);
    if (gainDb === undefined || gainDb < -12 || gainDb > 60) return left('gain', gain, 'it is none of: -12 to 60 dB');
    if (phantom !== 'ON' && phantom !== 'OFF') return left('phantom', phantom, 'it is none of: OFF, ON');
    const path = `/stagebox/${device}/inputs/${socket}`;
    return {
      values: [
        { path, field: 'gainDb', value: gainDb, part: 'gain', from: gain, isDefault: gainDb === 0 },
        {
          path,
          field: 'phantom',
          value: phantom === 'ON',
          part: 'phantom',
          from: phantom,
          isDefault: phantom === 'OFF',
        },
      ],
      lost: [],
    };
  }

  output(kind: string, number: number, [source = '', tap = '', inverted = 'OFF']: readonly string[]): Found {
    const from = outputStrip(Number(source));
    if (source === '0') return nothing;
    const path = from === undefined ? undefined : this.#book.rowOf(from.strip);
    const [, stripKind, index] = /^\/channel\/([^/]+)\/(\d+)$/.exec(path ?? '') ?? [];
    if (from === undefined || stripKind === undefined)
      return left('src', source, 'this desk sends no such source to an output');
    const device = outputDevices[kind] ?? '';
    this.devices.add(device);
    const isStereo = ['main', 'aux', 'fxReturn', 'cue'].includes(stripKind);
    const leg = isStereo ? (from.strip === '/main/m' ? 'mono' : from.leg) : 'left';
    const value = {
      strip: { kind: stripKind, index: Number(index) },
      leg,
      portId: `${device}:out-${number}`,
      levelDb: 0,
    };
    const own = { part: 'src', from: source, isDefault: false, isItem: true } as const;
    return {
      values: [{ ...own, path: '/patch/outputs', field: 'outputs', value }],
      lost: [
        ...(tap === 'POST' ? [] : [{ part: 'pos', from: tap, to: 'POST', why: 'an output is behind the fader here' }]),
        ...(inverted === 'OFF'
          ? []
          : [{ part: 'invert', from: inverted, to: null, why: 'an output is not inverted here' }]),
      ],
    };
  }
}
