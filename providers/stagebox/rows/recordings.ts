import { Refusal, type Row, type Rows, type Time, task, view } from 'rowdesk/provider';
import type { Boxes } from '../boxes.ts';
import { deleteRecording, recordings as fields } from '../contract.ts';
import { boxPath } from '../device-paths.ts';
import type { Recordings } from '../recordings.ts';

const lookMs = 2_000;

interface RecordingsNeeds {
  readonly boxes: Boxes;
  readonly rows: Rows;
  readonly time: Time;
}

/** `/stagebox/recordings`: what virtual boxes have recorded. `/stagebox/recordings/delete` T. */
export function recordingsRows(recordings: Recordings, { boxes, rows, time }: RecordingsNeeds): readonly Row[] {
  const isGrowing = async (name: string) => {
    const virtual = boxes.withHalves().filter(({ id }) => boxes.isVirtual(id));
    const shown = await Promise.all(virtual.map(({ id }) => rows.get(boxPath(id))));
    return shown.some(({ recording, recordingFile }) => recording === true && recordingFile === name);
  };
  return [
    view('/stagebox/recordings', {
      summary: 'What virtual stageboxes have recorded, and how much room is left',
      fields,
      get: async () => ({ ...(await recordings.list()) }) as never,
      // Files come and go without a word.
      watch: (_at, changed) => time.every(lookMs, changed),
    }),
    task('/stagebox/recordings/delete', {
      summary: 'Deletes a recording; one that still grows is refused',
      continuous: false,
      extra: deleteRecording,
      run: async (_at, { id = '', confirm }) => {
        const found = await recordings.get(id);
        if (found === undefined) {
          throw new Refusal('conflict', `There is no recording ${id || 'without an id'}.`, { id });
        }
        if (await isGrowing(id)) {
          throw new Refusal('conflict', `${id} is being recorded; end it first by an empty recordFile.`, { id });
        }
        if (confirm !== true) return { preview: true, wouldDelete: { ...found } };
        await recordings.delete(found).catch(({ message }: Error) => {
          throw new Refusal('store-unavailable', `${id} can not be deleted: ${message}`, { reason: message });
        });
        return { outcome: 'applied', deleted: { ...found } };
      },
    }),
  ];
}
