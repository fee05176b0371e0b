import { follow, type Row, view } from 'rowdesk/provider';
import type { Boxes } from '../boxes.ts';
import { boxes as fields } from '../contract.ts';

/** All stageboxes. */
export function boxesRow(boxes: Boxes): Row {
  return view('/stagebox', {
    summary: 'The stageboxes there are',
    fields,
    get: () => ({
      items: boxes.list().map(({ id, label, model, transport, driver, present }) => ({
        id,
        label,
        model,
        transport,
        driver,
        present,
      })),
    }),
    watch: follow(boxes),
  });
}
