import { fieldRefusal, Refusal, type Row, task, view } from 'rowdesk/provider';
import { parseCalibration } from '../calibration-file.ts';
import {
  addFields,
  deleteFields,
  type Microphone,
  microphoneId,
  microphoneRow,
  microphones,
} from '../contract/microphones.ts';
import { measurementPath } from '../contract/settings.ts';
import type { KnownMicrophone, MicrophoneBook } from '../microphone-book.ts';

/** `/measurement/microphones` and what is below it. */
export function microphoneRows(book: MicrophoneBook): readonly Row[] {
  const follow = (_at: unknown, changed: () => void) => book.onChange(changed);
  return [
    view('/measurement/microphones', {
      summary: 'Measuring microphones whose calibration the desk has',
      fields: microphones,
      get: () => ({ items: book.list().map(listed) }),
      watch: follow,
    }),
    view('/measurement/microphones/{id}', {
      summary: 'A measuring microphone and its calibration',
      params: { id: microphoneId },
      addresses: {
        has: ({ id }) => book.get(id) !== undefined,
        list: () => book.list().map(({ id }) => ({ id })),
        watch: (changed) => book.onChange(changed),
      },
      fields: microphoneRow,
      writable: ['name', 'points'],
      largeBody: true,
      get: ({ id }) => {
        const { id: _id, ...microphone } = known(book, id);
        return microphone as never;
      },
      write: ({ id }, change) => book.write(id, change as Partial<Microphone>),
      watch: follow,
    }),
    task('/measurement/microphones/add', {
      summary: 'Adds a microphone with the calibration file of its vendor',
      continuous: false,
      largeBody: true,
      extra: addFields,
      run: (_at, { name = '', text = '' }, run) => {
        if (name === '') {
          throw fieldRefusal('name', 'missing', 'name is the name of the new microphone, 1 to 64 characters.');
        }
        const { points, sensitivityDb } = parseCalibration(text);
        return run.ready(added(book, { name, points: [...points], sensitivityDb }));
      },
    }),
    task('/measurement/microphones/delete', {
      summary: 'Deletes a microphone; results keep the calibration that is in them',
      continuous: false,
      extra: deleteFields,
      run: async (_at, { id = '', confirm }, run) => {
        const found = book.get(id);
        if (found === undefined) {
          throw new Refusal('conflict', `There is no microphone ${id || 'without an id'}.`, { id });
        }
        if (run.desk.read(measurementPath).microphoneId === id) {
          const words = `/measurement names the microphone ${id}; write another microphoneId first.`;
          throw new Refusal('conflict', words, { id, reason: 'in-use' });
        }
        if (confirm !== true) return { preview: true, wouldDelete: listed(found) };
        await run.ready(book.delete(id));
        return { outcome: 'applied', deleted: listed(found) };
      },
    }),
  ];
}

async function added(book: MicrophoneBook, microphone: Microphone) {
  const id = await book.add(microphone);
  return { outcome: 'applied', added: listed({ ...microphone, id }) };
}

function known(book: MicrophoneBook, id: string): KnownMicrophone {
  const found = book.get(id);
  if (found === undefined) throw new Refusal('unknown-row', `The microphone ${id} has gone.`, { id });
  return found;
}

function listed({ id, name, points, sensitivityDb }: KnownMicrophone) {
  const frequencies = points.map(({ frequencyHz }) => frequencyHz);
  const [fromHz, toHz] = points.length === 0 ? [0, 0] : [Math.min(...frequencies), Math.max(...frequencies)];
  return { id, name, points: points.length, fromHz, toHz, sensitivityDb };
}
