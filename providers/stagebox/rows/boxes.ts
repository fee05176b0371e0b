import { follow, type Row, view } from 'rowdesk/provider';
import type { Boxes } from '../boxes.ts';
import { boxes as fields } from '../contract.ts';
import { halvesOf } from '../halves.ts';

/** All stageboxes. */
export function boxesRow(boxes: Boxes): Row {
  return view('/stagebox', {
    summary: 'The stageboxes there are',
    fields,
    get: () => ({
      items: boxes.list().map((box) => {
        const { id, label, model, transport, present, audio, control } = box;
        const driver = (control ?? audio)?.driver ?? '';
        const counts = { inputCount: boxes.inputsOf(id), outputCount: boxes.outputsOf(id) };
        return { id, label, model, transport, driver, present, ...halvesOf(box), ...counts };
      }),
    }),
    watch: follow(boxes),
  });
}
