// Where an X32 takes its sound from and where it sends it, as ports of devices that stand for its sockets.
import type { ShowDevice } from '../read-show.ts';

/** The words of a node of the file; undefined where the file lacks it. */
export type NodeWords = (address: string) => readonly string[] | undefined;

const local = 'x32-local';
const [aes50a, aes50b, card, aux, usb] = ['x32-aes50a', 'x32-aes50b', 'x32-card', 'x32-aux', 'x32-usb'];

const labels: Readonly<Record<string, string>> = {
  [local]: 'Inputs on the console',
  [aes50a]: 'Sockets on AES50 A',
  [aes50b]: 'Sockets on AES50 B',
  [card]: 'The card',
  [aux]: 'Aux inputs on the console',
  [usb]: 'The USB player',
  'x32-out': 'The outputs 1-16 of the console',
  'x32-auxout': 'The aux outputs of the console',
  'x32-p16': 'Ultranet',
  'x32-aes': 'The AES/EBU outputs',
  'x32-rec': 'The USB recorder',
};

export const deviceOf = (id: string): ShowDevice => ({ id, label: labels[id] ?? id });

/** Sockets by the number that `userrout` has: from this one on. */
const userSockets: readonly (readonly [from: number, to: number, device: string])[] = [
  [1, 32, local],
  [33, 80, aes50a],
  [81, 128, aes50b],
  [129, 160, card],
  [161, 166, aux],
];
const blockDevices: Readonly<Record<string, string>> = { AN: local, A: aes50a, B: aes50b, CARD: card };

function userSocket(number: number): string | undefined {
  const found = userSockets.find(([from, to]) => number >= from && number <= to);
  return found === undefined ? undefined : `${found[2]}:in-${number - found[0] + 1}`;
}

/** The socket at a place of a block, `A9-16`. */
function ofBlock(block: string, place: number, words: NodeWords): string | undefined {
  const [, name = '', first = '1'] = /^(AN|A|B|CARD|UIN)(\d{1,2})-\d{1,2}$/.exec(block) ?? [];
  const number = Number(first) + place;
  if (name === 'UIN') return userSocket(Number(words('/config/userrout/in')?.[number - 1] ?? 0));
  const device = blockDevices[name];
  return device === undefined ? undefined : `${device}:in-${number}`;
}

/** The port that a channel of this source hears; '' for none, undefined for what is no socket. */
export function sourcePort(source: number, words: NodeWords): string | undefined {
  if (source === 0) return '';
  const route = words('/config/routing')?.[0] === 'PLAY' ? 'PLAY' : 'IN';
  const blocks = words(`/config/routing/${route}`) ?? ['AN1-8', 'AN9-16', 'AN17-24', 'AN25-32', 'AUX1-4'];
  if (source <= 32) return ofBlock(blocks[Math.floor((source - 1) / 8)] ?? '', (source - 1) % 8, words);
  if (source <= 38) {
    const place = source - 33;
    const [, last = '0'] = /^(?:AN|A|B|CARD|UIN)1-(\d)$/.exec(blocks[4] ?? '') ?? [];
    return place < Number(last) ? ofBlock(blocks[4] ?? '', place, words) : `${aux}:in-${place + 1}`;
  }
  return source <= 40 ? `${usb}:in-${source - 38}` : undefined;
}

/** The socket of a head amplifier. */
export function headSocket(head: number): { readonly device: string; readonly socket: number } {
  if (head < 32) return { device: local, socket: head + 1 };
  return head < 80 ? { device: aes50a, socket: head - 31 } : { device: aes50b, socket: head - 79 };
}

/** What an output has as its source: a strip of that console, and which of its legs; undefined for what is none. */
export function outputStrip(source: number): { readonly strip: string; readonly leg: 'left' | 'right' } | undefined {
  const two = (number: number) => String(number).padStart(2, '0');
  const of = (strip: string, leg: 'left' | 'right' = 'left') => ({ strip, leg });
  if (source === 1 || source === 2) return of('/main/st', source === 1 ? 'left' : 'right');
  if (source === 3) return of('/main/m');
  if (source <= 19) return of(`/bus/${two(source - 3)}`);
  if (source <= 25) return of(`/mtx/${two(source - 19)}`);
  if (source <= 57) return of(`/ch/${two(source - 25)}`);
  if (source <= 65) return of(`/auxin/${two(source - 57)}`);
  return source <= 73 ? of(`/fxrtn/${two(source - 65)}`, source % 2 === 0 ? 'left' : 'right') : undefined;
}
