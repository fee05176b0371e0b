import { channelConfigs } from './channelConfigs.ts';
import { detail } from './detail.ts';
import { first } from './first.ts';
import { monitor } from './monitor.ts';
import { record } from './record.ts';
import { show } from './show.ts';

/** All texts in German. `{name}` is filled in. */
export const de = {
  ...first,
  ...channelConfigs,
  ...detail,
  ...record,
  ...show,
  ...monitor,
};
