// The frame around every view: top bar, notices, what the address names, and tabs on a phone.
import { useEffect, useState } from 'preact/hooks';
import { connection, wasOpen } from '../desk/client.ts';
import { rowOf, useRows } from '../desk/rows.ts';
import { stripPath } from '../desk/strip-path.ts';
import { view } from '../desk/view.ts';
import { t } from '../text/text.ts';
import './frame.css';
import { Announcer } from './announcer.tsx';
import { useKeys } from './keys.ts';
import { KeysHelp } from './keys-help.tsx';
import { later } from './later.tsx';
import { LostBar } from './lost-bar.tsx';
import { Menu } from './menu.tsx';
import { Mix } from './mix.tsx';
import { PanicBar } from './panic.tsx';
import { Settings } from './settings.tsx';
import { arrangement, isLargeText } from './size.ts';
import { SoundcheckBar } from './soundcheck-bar.tsx';
import { Tabs } from './tabs.tsx';
import { TopBar } from './top-bar.tsx';

/** What the frame shows whatever the view is. */
const always = [
  ...['/console', '/cue', '/safety', '/safety/panic', '/warnings', '/scene', '/scenes', '/telemetry/rt', '/talkback'],
  ...['/history/cursor', '/record', '/takes', '/vsc/settings'],
];
/** After so long a desk that has not answered is named. */
const patienceMs = 2000;

const Detail = later(async () => (await import('../detail/detail.tsx')).Detail);
const Show = later(async () => (await import('../show/show.tsx')).Show);

export function Frame() {
  useRows(always);
  useKeys();
  const { kind } = arrangement.value;
  return (
    <div
      class="frame"
      data-kind={kind}
      data-life={connection.value.state}
      data-text={isLargeText.value ? 'large' : undefined}
    >
      <button type="button" class="skip" onClick={skip}>
        {t('frame.skip')}
      </button>
      <TopBar />
      <LostBar />
      <PanicBar />
      <SoundcheckBar />
      <div class="frame-view">{wasOpen.value ? <View /> : <Waiting />}</div>
      {(kind === 'phone' || kind === 'low') && <Tabs />}
      <Announcer />
    </div>
  );
}

function View() {
  const [name, ...rest] = view.value;
  if (name === 'strip') return <Detail path={stripPath(rest[0] ?? '', rest[1] ?? '')} part={rest[2]} />;
  if (name === 'show') return <Show part={rest[0]} />;
  if (name === 'menu') return <Menu />;
  if (name === 'settings') return <Settings />;
  if (name === 'keys') return <KeysHelp />;
  if (rowOf('/channel/input/1').value.life === 'gone') return <main class="empty">{t('frame.noChannels')}</main>;
  return <Mix />;
}

function skip(): void {
  document.querySelector<HTMLElement>('#bank [tabindex="0"], #bank button')?.focus();
}

function Waiting() {
  const [isLong, setLong] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLong(true), patienceMs);
    return () => clearTimeout(timer);
  }, []);
  return (
    <main class="waiting" aria-busy="true">
      <div class="waiting-plates" aria-hidden="true">
        {Array.from({ length: arrangement.value.kind === 'phone' ? 5 : 11 }, (_, at) => (
          <i key={at} />
        ))}
      </div>
      {isLong && <p role="status">{t('frame.waiting')}</p>}
    </main>
  );
}
