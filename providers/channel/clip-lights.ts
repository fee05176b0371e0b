// Which strips have clipped. The mixer counts, remembers when, and forgets on request: the lights outlive this process.
import type { ObservedReader } from 'rowdesk/provider';
import { type StripRef, stripPath } from '../console/index.ts';

export interface ClipLight {
  readonly clipped: boolean;
  /** When it clipped last, as far as it was seen; ISO 8601, empty for never. */
  readonly at: string;
  /** Blocks at or over 0 dBFS since it was cleared. */
  readonly count: number;
}

/** Off where no mixer says anything. */
export function clipLight(strip: StripRef, observed: ObservedReader): ClipLight {
  const path = `${stripPath(strip)}/clip`;
  const count = observed.read(path, 'count')?.value;
  const at = observed.read(path, 'at')?.value;
  return {
    clipped: typeof count === 'number' && count > 0,
    at: typeof at === 'string' ? at : '',
    count: typeof count === 'number' ? count : 0,
  };
}
