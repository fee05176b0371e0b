// The strips of the desk.
import { Audio, defineProvider, Time } from 'rowdesk/provider';
import { Layout } from '../console/index.ts';
import { ClipLights } from './clip-lights.ts';
import { Meters } from './meters.ts';
import { alignRow } from './rows/align.ts';
import { channelRow } from './rows/channel.ts';
import { clipRow } from './rows/clip.ts';
import { colourRow } from './rows/colour.ts';
import { meterRow } from './rows/meter.ts';
import { stripRow } from './rows/strip.ts';

export default defineProvider({
  name: 'channel',
  needs: { layout: Layout, audio: Audio, time: Time },
  offers: { clipLights: ClipLights.token },
  services: ({ audio }) => ({ clipLights: new ClipLights(audio) }),
  rows: ({ layout, audio, time, offered: { clipLights } }) => [
    channelRow(layout, clipLights),
    stripRow(layout, audio),
    alignRow(layout),
    clipRow(layout, clipLights),
    colourRow(layout),
    meterRow(layout, new Meters(audio, time)),
  ],
  start: ({ offered }) => offered.clipLights.start(),
});
