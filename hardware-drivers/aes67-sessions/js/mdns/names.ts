// Names of DNS service discovery (RFC 6763) as RAVENNA uses them.

export const rtspType = '_rtsp._tcp.local';
/** Sessions of RAVENNA: a subtype, so that a camera is not among them. */
export const sessionType = `_ravenna_session._sub.${rtspType}`;
export const allTypes = '_services._dns-sd._udp.local';

/** Names differ not by the case of their letters (RFC 1035, 2.3.3). */
export function keyOf(name: string): string {
  return name.toLowerCase();
}

export function isInstance(name: string): boolean {
  return name.length <= 255 && name.length > rtspType.length + 1 && keyOf(name).endsWith(`.${rtspType}`);
}

/** `Stage left` of `Stage left._rtsp._tcp.local` */
export function labelOf(instance: string): string {
  return instance.slice(0, -rtspType.length - 1);
}

export function hostOf(target: string): string {
  return target.replace(/\.local\.?$/i, '');
}

/**
 * One label of a name: at most 63 bytes, and without a dot, which the library takes for the end of a label. `suffix` tells it
 * from another one, and is whole behind a text that is cut.
 */
export function asLabel(text: string, suffix = ''): string {
  let label = text.replaceAll('.', ' ').trim();
  while (Buffer.byteLength(label + suffix) > 63) label = [...label].slice(0, -1).join('');
  return (label.trim() || '-') + suffix;
}
