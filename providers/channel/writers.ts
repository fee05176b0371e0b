// Whose keys may write what of a strip, on a desk with keys (docs/access.md). A key of one bus has what stays within it.
import type { Writers } from 'rowdesk/provider';
import type { StripRef } from '../console/index.ts';
import type { StripSetting } from './strip-settings.ts';

/** As a key names it: `mix/3`. */
export const busOf = ({ kind, index }: StripRef): string => `${kind}/${index}`;

export const writers = {
  ...{ name: 'bus', colour: 'bus', levelDb: 'bus', muted: 'bus', pan: 'bus', trimDb: 'bus', polarityInverted: 'bus' },
  ...{ soloed: 'mix', stereoLink: 'mix', mainAssigned: 'mix', dcas: 'mix', muteGroups: 'mix' },
  ...{ sourceSelected: 'mix', owner: 'mix', base: 'mix', aligned: 'mix' },
  // The patch is for those that run the desk.
  ...{ sourceId: 'run', spareSourceId: 'run' },
} as const satisfies Readonly<Record<StripSetting, Writers>>;
