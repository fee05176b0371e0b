import { type Fields, Refusal, type Row, type TaskRun, Type, task, view } from 'rowdesk/provider';
import { formats } from '../formats.ts';
import type { Remap } from '../importing.ts';

/** The devices that take the place of those of the file. */
const devices = Type.Array(
  Type.Object(
    {
      from: Type.String({ pattern: '^[A-Za-z0-9][A-Za-z0-9._~-]{0,191}$', title: 'A device of the report: x32-local' }),
      to: Type.String({ pattern: '^[A-Za-z0-9][A-Za-z0-9._~-]{0,191}$', title: 'A device of this desk' }),
    },
    { additionalProperties: false },
  ),
  {
    ...{ maxItems: 64, default: [] },
    title: 'With them the session brings sources, preamps and outputs; without, it keeps those of the desk',
  },
);

export interface ImportRequest {
  /** A name in the folder `media`. */
  readonly file: string;
  /** Of a file that a client sent; empty for one of `media`. */
  readonly id: string;
  readonly name: string;
  readonly channel: number;
  readonly devices: Remap;
  readonly isApplied: boolean;
}

/** The formats that are read, and the task that makes a session of a file. */
export function showRows(read: (request: ImportRequest, run: TaskRun) => Promise<Fields>): readonly Row[] {
  return [
    view('/shows/formats', {
      summary: 'Formats of show files, of this desk and of others',
      fields: {
        formats: Type.Array(
          Type.Object({
            ...{ id: Type.String(), label: Type.String(), extensions: Type.Array(Type.String()) },
            ...{ imports: Type.Boolean(), exports: Type.Boolean() },
            carries: Type.String({ title: 'What of a show it holds' }),
          }),
        ),
      },
      get: () => ({ formats: [...formats.map((each) => ({ ...each, extensions: [...each.extensions] }))] }),
    }),
    task('/shows/import', {
      summary:
        'Makes a session with a scene of a show file; the desk stays as it is. Without apply says what would become of each line',
      continuous: false,
      cancellable: true,
      extra: {
        file: Type.String({ pattern: '^[^/\\0]{0,255}$', default: '', title: 'A file in media/ of the state folder' }),
        id: Type.String({ pattern: '^([A-Za-z0-9]{16,64})?$', default: '', title: 'Of a file sent to /shows/{id}' }),
        apply: Type.Boolean({ default: false, title: 'Stores the session' }),
        name: Type.String({ maxLength: 64, default: '', title: 'Of the session; empty for that of the file' }),
        channel: Type.Integer({ minimum: 1, maximum: 32, default: 1, title: 'Where the preset of a channel goes' }),
        devices,
      },
      // Not async: a request that names no file is refused in the answer.
      run: (_at, given, run) => {
        const { file = '', id = '', apply = false, name = '', channel = 1 } = given;
        if (file === '' && id === '') {
          const words = 'There is no file to import: file names one in media/, id one that was sent to /shows/{id}.';
          throw new Refusal('conflict', words, { reason: 'no-file' });
        }
        return read({ file, id, name, channel, devices: given.devices ?? [], isApplied: apply }, run);
      },
    }),
  ];
}
