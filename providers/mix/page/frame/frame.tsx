// The frame around every view: top bar, what is shown, and the bars of banks and mute groups.

import { connection } from '../desk/client.ts';
import { useRows } from '../desk/rows.ts';
import { t } from '../text/text.ts';

/** What the frame shows whatever the view is. */
const always = [
  ...['/console', '/cue', '/safety', '/safety/panic', '/warnings', '/scene', '/telemetry/rt', '/talkback'],
];

export function Frame() {
  useRows(always);
  return <main>{connection.value.state === 'open' ? '' : t('desk.waiting')}</main>;
}
