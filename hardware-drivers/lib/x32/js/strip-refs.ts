// Strips as rows of the desk name them, and the lists of strips that laws count.
export interface StripRef {
  readonly kind: string;
  readonly index: number;
}
export const pathOf = ({ kind, index }: StripRef) => `/channel/${kind}/${index}`;
export function refOf(path: string | undefined): StripRef | undefined {
  const [, kind, index] = /^\/channel\/([^/]+)\/(\d+)$/.exec(path ?? '') ?? [];
  return kind === undefined ? undefined : { kind, index: Number(index) };
}

/** `/ch/01` and so on. */
export const numbered = (kind: string, count: number) =>
  Array.from({ length: count }, (_, n) => `${kind}/${String(n + 1).padStart(2, '0')}`);
/** In the order of the law of sources: off, inputs, aux, USB, returns, buses. */
export const keyStrips = [
  '',
  ...numbered('/ch', 32),
  ...numbered('/auxin', 8),
  ...numbered('/fxrtn', 8),
  ...numbered('/bus', 16),
];
/** The same of an XR18: channels, buses. */
export const airKeyStrips = ['', ...numbered('/ch', 16), ...[1, 2, 3, 4, 5, 6].map((n) => `/bus/${n}`)];
export const talkStrips = [...numbered('/bus', 16), '/main/st', '/main/m'];
export const oscillatorStrips = [
  ...numbered('/bus', 16),
  ...['/main/st', '/main/st', '/main/st', '/main/m'],
  ...numbered('/mtx', 6),
];
