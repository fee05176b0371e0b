// What the desk's owner changes of the table, by a mapping.
import { Type } from 'rowdesk/surface';
import type { BookChanges } from '../../../hardware-drivers/lib/x32/js/book.ts';
import { readMappingFile } from '../network/mapping-file.ts';

const path = (pattern: string) => Type.Union([Type.String({ pattern, maxLength: 256 }), Type.Null()]);
const ChangesFile = Type.Object(
  {
    $schema: Type.Optional(Type.String()),
    /** By address of a strip, `/ch/32`, the row of a strip, `/channel/input/33`; null for none. */
    strips: Type.Record(Type.String({ pattern: '^/' }), path('^/channel/[^/]+/\\d+$'), { default: {} }),
    /** By address, or line of the table, the address of a field of the desk; null for none. */
    addresses: Type.Record(Type.String({ pattern: '^/' }), path('^[/{][^/]+(/[^/]+)+$'), { default: {} }),
  },
  { additionalProperties: false },
);

/** Throws Error in words for a file that is missing or invalid. `name` is '' for none. */
export function readChanges(folder: string, name: string): BookChanges {
  if (name === '') return {};
  return readMappingFile(folder, name, ChangesFile);
}
