import { type Audio, Refusal, type Row, task } from 'rowdesk/provider';
import type { Boxes } from '../boxes.ts';
import { deviceId } from '../contract.ts';

/** Has a box show which one it is, by its lights or its display, where its driver can do that. */
export function identifyRow(boxes: Boxes, audio: Audio): Row {
  return task('/stagebox/{id}/identify', {
    summary: 'Has a stagebox show which one it is',
    continuous: false,
    params: { id: deviceId },
    addresses: boxes.addresses(),
    run: ({ id }) => {
      const target = `stagebox:${id}`;
      if (boxes.get(id)?.present !== true) {
        throw new Refusal('device-absent', `${id} is not there; plug it in, or see /hardware for why.`, { target });
      }
      return audio.call(target, 'identify', {}).then(() => ({ outcome: 'applied' }));
    },
  });
}
