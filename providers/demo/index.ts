// Something to see on the meters of a desk that was never used: it is written once, and only where nothing but virtual
// stageboxes is present. Leave it out of providers.config.json, and a new desk is silent.
import { Audio, type Change, Desk, type Device, defineProvider, Log } from 'rowdesk/provider';

export default defineProvider({
  name: 'demo',
  needs: { audio: Audio, desk: Desk, log: Log },
  rows: () => [],
  start: ({ audio, desk, log }) => {
    if (!desk.isNew) return;
    let isOver = false;
    const look = () => {
      // Which devices are there is known once the sound runs.
      if (isOver || audio.state !== 'running' || !audio.devices.some(({ present }) => present)) return;
      isOver = true;
      const changes = demoChanges(audio.devices).filter(({ path }) => desk.has(path));
      // Whoever wrote already needs no demo.
      if (changes.length === 0 || desk.revision > 0) return;
      desk.commit({ actor: 'demo', label: 'Demo', changes }).catch((error: Error) => {
        log.warn({ err: error }, 'the demo could not be written');
      });
    };
    const stop = audio.onChange(look);
    look();
    return stop;
  },
});

/** Pink noise on the first input, moderate, in the main; nothing where a device is present that is not virtual. */
export function demoChanges(devices: readonly Device[]): readonly Change[] {
  const present = devices.filter((device) => device.present);
  if (present.some(({ transport }) => transport !== 'virtual')) return [];
  const box = present.find(({ ports }) => ports.some(({ direction }) => direction === 'input'));
  const port = box?.ports.find(({ direction }) => direction === 'input');
  if (box === undefined || port === undefined) return [];
  const row = (path: string, fields: object) =>
    Object.entries(fields).map(([field, value]) => ({ path, field, value: value as unknown }));
  return [
    ...row(`/stagebox/${box.id}/inputs/${port.channel}`, { signal: 'pink', levelDbfs: -20 }),
    ...row('/channel/input/1', { name: 'Demo', sourceId: port.id, levelDb: -10 }),
    ...row('/channel/main/1', { levelDb: 0 }),
  ];
}
