// What tells the hardware of a node from other hardware, by the node's properties: the node of a sound card has the kernel's
// number of the card (`alsa.card`, `api.alsa.pcm.card`), that of a stream on a network the name of its session.
import type { DeviceIdentity } from 'rowdesk/driver';
import { usbIdentity } from '../../lib/kernel/js/usb-identity.ts';
import type { Properties } from './native.ts';

/** The name of a session (SDP, `s=`) has no bound of its own. */
const longestStream = 128;

/** `sys`: `/sys`. */
export function nodeIdentity(properties: Properties, sys: string): DeviceIdentity | undefined {
  const card = properties['alsa.card'] ?? properties['api.alsa.pcm.card'] ?? '';
  if (/^\d+$/.test(card)) return usbIdentity(sys, Number(card));
  const stream = properties['rtp.session'] ?? properties['sess.name'] ?? '';
  return stream === '' || stream.length > longestStream ? undefined : { stream };
}
