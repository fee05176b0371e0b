import { type DeskReader, follow, type LiveFields, liveSetting, type ObservedReader, type Row } from 'rowdesk/provider';
import { agreementOf, type SentValues } from '../agreement.ts';
import type { Boxes } from '../boxes.ts';
import { box, deviceId, half, recorded, recorder } from '../contract.ts';
import { boxPath } from '../device-paths.ts';
import { halvesOf } from '../halves.ts';

const plain: LiveFields = { fields: box, writable: ['label', 'enabled'] };
/** A control device has no sound to switch off, and a server's node no switch. */
const { enabled: _enabled, ...withoutSwitch } = box;
const soundless: LiveFields = { fields: withoutSwitch, writable: ['label'] };
const soundHalf: LiveFields = { fields: half, writable: [] };
const recording = (of: LiveFields): LiveFields => ({
  fields: { ...of.fields, ...recorder, ...recorded },
  writable: [...of.writable, ...Object.keys(recorder)],
});
const virtual = recording(plain);
const virtualHalf = recording(soundHalf);

/** A stagebox as a whole, or the device with its sound. */
export function boxRow(boxes: Boxes): Row {
  const fieldsOf = (id: string) => {
    const { partOf = '', control } = boxes.get(id) ?? {};
    if (partOf !== '') return boxes.isVirtual(id) ? virtualHalf : soundHalf;
    if (boxes.isVirtual(id)) return virtual;
    return control === undefined || boxes.soundOf(id) !== undefined ? plain : soundless;
  };
  /** What the half with the sound gets of the box: both rows show whether it has that. */
  const sentOf = (id: string, desk: DeskReader): SentValues | undefined => {
    const { partOf = '' } = boxes.get(id) ?? {};
    const [sound, whole] = partOf === '' ? [boxes.soundOf(id), id] : [id, partOf];
    return sound === undefined ? undefined : { path: boxPath(sound), values: ofBox(whole, desk) };
  };
  return liveSetting('/stagebox/{id}', {
    summary: 'A stagebox',
    params: { id: deviceId },
    addresses: boxes.addresses(),
    fields: ({ id }) => fieldsOf(id),
    computed: ({ id }, desk, observed) => {
      const path = boxPath(id);
      const found = boxes.get(id);
      const { present = false, model = '', transport = '', partOf = '' } = found ?? {};
      const shown = {
        ...{ present, model, transport },
        ...(partOf === ''
          ? found && { ...boxes.identityOf(id), ...halvesOf(found) }
          : { partOf, ...ofBox(partOf, desk) }),
        ...agreementOf(path, fieldsOf(id).writable, observed, sentOf(id, desk)),
      };
      if (!boxes.isVirtual(id)) return shown;
      return {
        ...shown,
        recording: observed.read(path, 'recording')?.value ?? false,
        recordingFile: observed.read(path, 'recordingFile')?.value ?? '',
        recordedFrames: observed.read(path, 'recordedFrames')?.value ?? 0,
        recordingBegunMs: observed.read(path, 'recordingBegunMs')?.value ?? 0,
        lostFrames: observed.read(path, 'lostFrames')?.value ?? 0,
        recordingFault: reasonOf(observed.read(path, 'recordFile')),
      };
    },
    // Only outputs that the box has can be recorded.
    limits: ({ id }) => {
      const outputs = boxes.outputsOf(id);
      return { recordOutputs: { items: { type: 'integer', minimum: 1, maximum: outputs }, maxItems: outputs } };
    },
    watch: follow(boxes),
    sends: {
      values: ({ id }, desk) => {
        const { partOf = '' } = boxes.get(id) ?? {};
        return partOf === '' ? {} : ofBox(partOf, desk);
      },
    },
    target: ({ id }) => `stagebox:${id}`,
    life: 'site',
  });
}

/** What is set at the box, and done by the half with its sound. */
function ofBox(id: string, desk: DeskReader): SentValues['values'] {
  const { label, enabled } = desk.read(boxPath(id));
  return { label, enabled };
}

/** The driver refuses the file that it can't write, or can't go on writing. */
function reasonOf(report: ReturnType<ObservedReader['read']>): string {
  return report?.state === 'refused' ? (report.reason ?? '') : '';
}
