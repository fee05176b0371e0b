// The halves of a box as rows show them.
import type { Box } from 'rowdesk/provider';

export function halvesOf({ audio, control, missing, reason }: Box) {
  return { audio: audio?.id ?? '', control: control?.id ?? '', missing, reason };
}
