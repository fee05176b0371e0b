import { follow, type LiveFields, liveSetting, type ObservedReader, type Row } from 'rowdesk/provider';
import { agreementOf } from '../agreement.ts';
import type { Boxes } from '../boxes.ts';
import { box, deviceId, recorded, recorder } from '../contract.ts';
import { boxPath } from '../device-paths.ts';

const plain: LiveFields = { fields: box, writable: ['label', 'enabled'] };
const virtual: LiveFields = {
  fields: { ...box, ...recorder, ...recorded },
  writable: [...plain.writable, ...Object.keys(recorder)],
};

/** A stagebox as a whole. */
export function boxRow(boxes: Boxes): Row {
  const fieldsOf = (id: string) => (boxes.isVirtual(id) ? virtual : plain);
  return liveSetting('/stagebox/{id}', {
    summary: 'A stagebox',
    params: { id: deviceId },
    addresses: boxes.addresses(),
    fields: ({ id }) => fieldsOf(id),
    computed: ({ id }, _desk, observed) => {
      const path = boxPath(id);
      const device = boxes.get(id);
      const shown = {
        present: device?.present ?? false,
        model: device?.model ?? '',
        transport: device?.transport ?? '',
        ...agreementOf(path, fieldsOf(id).writable, observed),
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
    target: ({ id }) => `stagebox:${id}`,
    life: 'site',
  });
}

/** The driver refuses the file that it can't write, or can't go on writing. */
function reasonOf(report: ReturnType<ObservedReader['read']>): string {
  return report?.state === 'refused' ? (report.reason ?? '') : '';
}
