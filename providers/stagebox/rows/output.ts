import { type LiveFields, liveSetting, type OwnFields, type Row, stopAll } from 'rowdesk/provider';
import { agreementOf } from '../agreement.ts';
import type { Boxes, SocketAt } from '../boxes.ts';
import { deviceId, label, outputControls, socket } from '../contract.ts';
import type { OutputGroup } from '../model.ts';
import type { PatchedSockets } from '../patched-sockets.ts';
import { outputPath } from '../sockets.ts';
import { oncePerGroup, socketFields, unsetAt } from './socket-fields.ts';

/** Of the half with the sound: what is set at the box is only shown here. */
const soundFields: LiveFields = socketFields({}, { label });

/** An output of a stagebox: what the model lets be set. */
export function outputRow(boxes: Boxes, patched: PatchedSockets, own: OwnFields): Row {
  const ofGroup = oncePerGroup(outputFields);
  const fieldsAt = (at: SocketAt) => {
    const group = boxes.outputGroup(at);
    return group === undefined || boxes.twinOf('outputs', at) === undefined ? ofGroup(group) : soundFields;
  };
  return liveSetting('/stagebox/{id}/outputs/{n}', {
    summary: 'An output of a stagebox',
    labels: { muted: 'mute' },
    params: { id: deviceId, n: socket },
    addresses: boxes.sockets('outputs'),
    fields: fieldsAt,
    computed: (at, desk, observed) => {
      const sent = patched.sentFrom('outputs', at, desk);
      const path = outputPath(at.id, at.n);
      const fields = fieldsAt(at);
      return {
        ...patched.shown('outputs', at, desk),
        ...unsetAt(path, fields, own),
        ...agreementOf(path, fields.writable, observed, sent),
      };
    },
    watch: (_at, changed) => stopAll(patched.names.onChange(changed), own.onChange(changed)),
    target: ({ id }) => `stagebox:${id}`,
    sends: patched.sent('outputs'),
    area: { levelDb: 'output', muted: 'output', label: 'name' },
    // A lock never keeps anyone from muting.
    lockable: { muted: false },
  });
}

function outputFields({ controls = [] }: OutputGroup): LiveFields {
  return socketFields({
    label,
    ...(controls.includes('level') ? { levelDb: outputControls.levelDb } : {}),
    ...(controls.includes('mute') ? { muted: outputControls.muted } : {}),
  });
}
