import { channelConfigs } from './channelConfigs.ts';
import { controlDetail } from './control-detail.ts';
import { controlTools } from './control-tools.ts';
import { detail } from './detail.ts';
import { detailSpeaker } from './detail-speaker.ts';
import { first } from './first.ts';
import { listen } from './listen.ts';
import { measure } from './measure.ts';
import { monitor } from './monitor.ts';
import { plate } from './plate.ts';
import { record } from './record.ts';
import { show } from './show.ts';
import { site } from './site.ts';

/** All texts in German. `{name}` is filled in. */
export const de = {
  ...first,
  ...channelConfigs,
  ...controlDetail,
  ...controlTools,
  ...detail,
  ...detailSpeaker,
  ...listen,
  ...measure,
  ...record,
  ...show,
  ...site,
  ...monitor,
  ...plate,
};
