// Strips of an X32 that are one with the strip before them: pairs that are linked, and the two sides of a stereo strip here.
import type { NodeWords } from './routing.ts';

/**
 * `pair`: two strips that share these settings; `own`: each has most of these for itself; `legs`: both are the legs of one
 * strip of this desk.
 */
export interface Shadow {
  readonly kind: 'pair' | 'own' | 'legs';
  /** The same address of the odd strip. */
  readonly odd: string;
}

/** Nodes whose values each strip of a pair keeps for itself. */
const ownNodes = /^\/[a-z]+\/\d+\/(config|preamp)(\/|$)/;
const linkNodes: Readonly<Record<string, string>> = {
  ch: '/config/chlink',
  bus: '/config/buslink',
  mtx: '/config/mtxlink',
  auxin: '/config/auxlink',
};

function isLinked(kind: string, number: number, words: NodeWords): boolean {
  if (kind === 'fxrtn') return true;
  const node = linkNodes[kind];
  return node !== undefined && words(node)?.[Math.ceil(number / 2) - 1] === 'ON';
}

/** Undefined for a strip that stands for itself. */
export function shadowOf(address: string, words: NodeWords): Shadow | undefined {
  const [, kind = '', digits = '', rest = ''] = /^\/(ch|bus|mtx|auxin|fxrtn)\/(\d{2})(\/.*)?$/.exec(address) ?? [];
  const number = Number(digits);
  if (kind === '' || number % 2 === 1 || !isLinked(kind, number, words)) return undefined;
  const isStereo = kind === 'auxin' || kind === 'fxrtn';
  return {
    kind: isStereo ? 'legs' : ownNodes.test(address) ? 'own' : 'pair',
    odd: `/${kind}/${String(number - 1).padStart(2, '0')}${rest}`,
  };
}

/** The pan of a strip that is one side of a pair, as the balance of both: centre where they are panned hard apart. */
export function pairedPan(address: string, words: NodeWords): readonly [left: number, right: number] | undefined {
  const [, kind = '', digits = '', node = ''] =
    /^\/(ch|bus|mtx|auxin|fxrtn)\/(\d{2})(\/mix(?:\/\d{2})?)$/.exec(address) ?? [];
  const number = Number(digits);
  if (kind === '' || !isLinked(kind, number, words)) return undefined;
  const odd = number % 2 === 1 ? number : number - 1;
  const place = /\/\d{2}$/.test(node) ? 2 : 3;
  const pans = [odd, odd + 1].map((of) => Number(words(`/${kind}/${String(of).padStart(2, '0')}${node}`)?.[place]));
  return pans.some(Number.isNaN) ? undefined : [pans[0] as number, pans[1] as number];
}
