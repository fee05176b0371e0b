import { type LiveFields, liveSetting, type OwnFields, type Row, stopAll, Type } from 'rowdesk/provider';
import { agreementOf } from '../agreement.ts';
import type { Boxes, SocketAt } from '../boxes.ts';
import { converted, deviceId, generator, heard, inputControls, keptByTarget, label, socket } from '../contract.ts';
import type { InputGroup, StageboxModel } from '../model.ts';
import type { PatchedSockets } from '../patched-sockets.ts';
import { inputPath } from '../sockets.ts';
import { oncePerGroup, socketFields, unsetAt } from './socket-fields.ts';

/** An input of a stagebox: its preamp as the model has it. */
export function inputRow(boxes: Boxes, patched: PatchedSockets, own: OwnFields): Row {
  const ofGroup = oncePerGroup(inputFields);
  const ofSound = oncePerGroup(soundFields);
  const fieldsAt = (at: SocketAt) =>
    (boxes.twinOf('inputs', at) === undefined ? ofGroup : ofSound)(boxes.inputGroup(at), boxes.modelOf(at.id));
  return liveSetting('/stagebox/{id}/inputs/{n}', {
    summary: 'An input of a stagebox',
    params: { id: deviceId, n: socket },
    addresses: boxes.sockets('inputs'),
    fields: fieldsAt,
    computed: (at, desk, observed) => {
      const path = inputPath(at.id, at.n);
      const fields = fieldsAt(at);
      const clipped =
        'clippedSamples' in fields.fields ? { clippedSamples: observed.read(path, 'clippedSamples')?.value ?? 0 } : {};
      const agreement = agreementOf(path, fields.writable, observed, patched.sentFrom('inputs', at, desk));
      const sourceId = boxes.portId('inputs', at) ?? '';
      const unset = unsetAt(path, fields, own);
      return { sourceId, ...clipped, ...patched.shown('inputs', at, desk), ...unset, ...agreement };
    },
    watch: (_at, changed) => stopAll(patched.names.onChange(changed), own.onChange(changed)),
    target: ({ id }) => `stagebox:${id}`,
    sends: patched.sent('inputs'),
    confirmOnUndo: { sensDb: 'rise', gainDb: 'rise', phantom: 'change', pad: 'fall' },
    area: { sensDb: 'preamp', gainDb: 'preamp', phantom: 'phantom', pad: 'preamp', label: 'name' },
  });
}

function inputFields({ controls = [], sens }: InputGroup, model: StageboxModel | undefined): LiveFields {
  const isVirtual = model?.transport === 'virtual';
  const settings = {
    label,
    ...(sens ? { [model?.preamp ?? 'sensDb']: preampField(sens) } : {}),
    ...(controls.includes('phantom') ? { phantom: inputControls.phantom } : {}),
    ...(controls.includes('pad') ? { pad: inputControls.pad } : {}),
    ...(isVirtual ? generator : {}),
  };
  return socketFields(settings, { ...heard, ...(isVirtual ? converted : {}) });
}

/** Of the half with the sound: what is set at the box is only shown here. */
function soundFields(_group: InputGroup, model: StageboxModel | undefined): LiveFields {
  const isVirtual = model?.transport === 'virtual';
  return socketFields(isVirtual ? generator : {}, { label, ...heard, ...(isVirtual ? converted : {}) });
}

function preampField({ min, max, step, unit }: NonNullable<InputGroup['sens']>) {
  return Type.Number({ minimum: min, maximum: max, multipleOf: step, unit, default: min, ...keptByTarget });
}
