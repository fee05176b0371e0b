// Values of several addresses as one blob: how many bytes there are, then numbers in four bytes each, the lowest first ("Unofficial
// X32/M32 OSC Remote Protocol", chapter on subscriptions), and texts in 32, ended by zeros (as the app x32-mute-matrix reads names).
import type { OscArgument } from '../../../hardware-drivers/lib/osc/js/packet.ts';

const headBytes = 4;
const numberBytes = 4;
const textBytes = 32;

/** An address that there is not reads as 0. */
export function valuesBlob(values: readonly (OscArgument | undefined)[]): OscArgument {
  const sizes = values.map((value) => (value?.type === 's' ? textBytes : numberBytes));
  const bytes = new Uint8Array(sizes.reduce<number>((sum, size) => sum + size, headBytes));
  const view = new DataView(bytes.buffer);
  view.setInt32(0, bytes.length, true);
  let at = headBytes;
  for (const [n, value] of values.entries()) {
    if (value?.type === 's') new TextEncoder().encodeInto(value.value, bytes.subarray(at, at + textBytes - 1));
    else if (value?.type === 'f') view.setFloat32(at, value.value, true);
    else if (value?.type === 'i') view.setInt32(at, value.value, true);
    at += sizes[n] as number;
  }
  return { type: 'b', value: bytes };
}
