import { detail } from './detail.ts';
import { first } from './first.ts';
import { monitor } from './monitor.ts';
import { record } from './record.ts';
import { show } from './show.ts';

/** All texts in English. `{name}` is filled in. */
export const en = {
  ...first,
  ...detail,
  ...record,
  ...show,
  ...monitor,
};
