// The patch of a desk that was never used, beside an audio server or on a card: the first microphones on the first strips with
// their faders down, and the main, low, on the default output. One commit, once for a state folder. Leave it out of
// providers.config.json, and a new desk begins without a patch to the server or the card.
import { Audio, type Change, Desk, defineProvider, Graph, Log, Time } from 'rowdesk/provider';
import { Layout } from '../console/index.ts';
import { firstPatch, firstPatchOf, mainLevelDb } from './first-patch.ts';
import { serverOfDesk } from './server.ts';

/** Of devices whose own ports are patched: cards, and servers beside which the desk reads no graph. */
const ownPorts: readonly string[] = ['alsa', 'jack'];

/** A server that starts lists its cards one after the other: so long must its graph stay as it is. */
const settledMs = 1000;

export default defineProvider({
  name: 'firstSound',
  needs: { audio: Audio, desk: Desk, graph: Graph, layout: Layout, log: Log, time: Time },
  rows: () => [],
  start: ({ audio, desk, graph, layout, log, time }) => {
    if (!desk.isNew) return;
    let isOver = false;
    let planned = '';
    let cancel = () => {};
    const patch = (): readonly Change[] => {
      const { driving } = audio.clock;
      const device = audio.devices.find(({ id, present }) => id === driving && present);
      if (audio.state !== 'running' || device === undefined) return [];
      if (ownPorts.includes(device.transport)) return firstPatchOf(device, layout, desk);
      const server = serverOfDesk(graph, driving);
      return server === undefined ? [] : firstPatch(server, graph, layout, desk);
    };
    const changes = () => patch().filter(({ path }) => desk.has(path));
    const make = () => {
      const now = changes();
      if (isOver || now.length === 0) return;
      isOver = true;
      // A desk that was written to in the meantime is in use.
      if (desk.revision > 0) return;
      const label = `First sound at ${mainLevelDb} dB`;
      desk.commit({ actor: 'firstSound', label, changes: now }).catch((error: Error) => {
        log.warn({ err: error }, 'the first patch could not be written');
      });
    };
    const look = () => {
      if (isOver) return;
      const next = JSON.stringify(changes());
      if (next === planned) return;
      planned = next;
      cancel();
      cancel = next === '[]' ? () => {} : time.after(settledMs, make);
    };
    const stops = [audio.onChange(look), graph.onChange(look), () => cancel()];
    look();
    return () => {
      for (const stop of stops) stop();
    };
  },
});
