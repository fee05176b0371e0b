// The frame around every view: top bar, what the address names, and the bars below it.
import { connection } from '../desk/client.ts';
import { useRows } from '../desk/rows.ts';
import { view } from '../desk/view.ts';
import { Detail } from '../detail/detail.tsx';
import { Show } from '../show/show.tsx';
import { t } from '../text/text.ts';
import { Mix } from './mix.tsx';

/** What the frame shows whatever the view is. */
const always = [
  ...['/console', '/cue', '/safety', '/safety/panic', '/warnings', '/scene', '/telemetry/rt', '/talkback'],
];

export function Frame() {
  useRows(always);
  const [name, ...rest] = view.value;
  if (connection.value.state === 'closed') return <main>{t('frame.waiting')}</main>;
  if (name === 'strip') return <Detail path={`/channel/${rest[0]}/${rest[1]}`} part={rest[2]} />;
  if (name === 'show') return <Show part={rest[0]} />;
  return <Mix />;
}
