import { channelConfigs } from './channelConfigs.ts';
import { control } from './control.ts';
import { detail } from './detail.ts';
import { frame } from './frame.ts';
import { meter } from './meter.ts';
import { monitor } from './monitor.ts';
import { refusal } from './refusal.ts';
import { show } from './show.ts';
import { strip } from './strip.ts';

/** All texts in German. `{name}` is filled in. */
export const de = {
  ...channelConfigs,
  ...frame,
  ...strip,
  ...meter,
  ...detail,
  ...control,
  ...show,
  ...monitor,
  ...refusal,
};
