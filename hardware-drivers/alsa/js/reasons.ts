// Why a card can't be opened, and what to do.
import { constants } from 'node:os';
import { unknownHolder } from './holder.ts';
import type { AlsaError } from './native.ts';

const { EACCES, EBUSY, EINVAL, ENODEV, ENOENT, ENXIO, EPERM } = constants.errno;

/** A PCM of alsa-lib's configuration has no such direction. */
export const isMissingDirection = ({ errno }: AlsaError) => errno === EINVAL || errno === ENOENT || errno === ENXIO;

export interface Wanted {
  readonly id: string;
  readonly label: string;
  /** The process that holds the card; '' if unknown. */
  readonly heldBy: string;
}

/** A sentence or two. */
export function whyNotOpen(error: AlsaError, { id, label, heldBy }: Wanted): string {
  switch (error.errno) {
    case EBUSY:
      return `${label} is in use by ${heldBy || unknownHolder}. ${wayOut(id, heldBy)}`;
    case EACCES:
    case EPERM:
      return `this user may not open ${label}. What to do: sudo usermod -aG audio $USER, then log in again`;
    case ENODEV:
    case ENOENT:
    case ENXIO:
      return `${label} is not there`;
    default:
      return error.message;
  }
}

/** For both ways: the card for the desk, and the card for the other program. */
function wayOut(id: string, heldBy: string): string {
  const leave = `to leave it there, take ${id} out of "devices"`;
  return /^(pipewire|wireplumber|pulseaudio)\b/.test(heldBy)
    ? `To have it here, switch it off there (pactl set-card-profile, profile off); ${leave}`
    : `To have it here, end that program; ${leave}`;
}
