// Boxes of two halves, with real processes: the sound in the audio process, the preamps in one of their own.
import { afterEach, expect, test } from 'vitest';
import { endTrials, type Trial, tryAudio } from '../trial-fixture.ts';

afterEach(endTrials);

const sounds = { name: 'fake-box', config: { identity: { usbPort: '1-4.2', serial: '123' } } };
const preamps = (audioHalf: object) => ({ name: 'fake-preamp', config: { audioHalf } });
const soundsOf = ({ audio }: Trial) => {
  return audio.boxes[0]?.ports.flatMap(({ direction, id }) => (direction === 'input' ? [id] : []));
};
const missing = ({ audio }: Trial) => audio.boxes[0]?.missing;
const whole = (trial: Trial) => trial.audio.boxes[0]?.control?.present === true && missing(trial) === '';

test('a process of preamps and the device that it names are one box, and its end changes no sound', async () => {
  const trial = tryAudio({ drivers: ['fake-mixer', sounds, preamps({ usbPort: '1-4.2', serial: '123' })] });
  await trial.until('the box', () => whole(trial) && trial.audio.boxes.length === 1);
  expect(trial.audio.boxes).toMatchObject([
    { id: 'preamp-1', audio: { id: 'fake-1', driver: 'fake-box' }, control: { id: 'preamp-1', driver: 'fake-preamp' } },
  ]);
  expect(soundsOf(trial)).toEqual(['fake-1:in-1', 'fake-1:in-2']);
  expect(trial.audio.devices.map(({ id }) => id)).toEqual(['fake-1', 'preamp-1']);
  expect(trial.drivers.found).toMatchObject([
    { id: 'preamp-1', audioHalf: 'fake-1', driver: 'fake-preamp', present: true, adopted: true },
  ]);
  await trial.until('the sound', () => trial.audio.state === 'running');

  const [before, processId] = [await trial.journal(), trial.processId()];
  const states: string[] = [];
  const links = trial.graph.links;
  trial.audio.onChange(() => states.push(trial.audio.state));
  void trial.audio.call('stagebox:preamp-1', 'crash', { signal: 'SIGKILL' }).catch(() => {});
  await trial.until('half a box', () => missing(trial) === 'control');
  expect(trial.audio.boxes).toMatchObject([{ id: 'preamp-1', present: true, audio: { present: true } }]);
  await trial.until('its reason', () => /the process of fake-preamp ended/.test(trial.audio.boxes[0]?.reason ?? ''));
  expect(soundsOf(trial)).toEqual(['fake-1:in-1', 'fake-1:in-2']);
  await trial.until('its return', () => whole(trial));
  expect(await trial.journal()).toEqual(before);
  expect([trial.processId(), trial.graph.links]).toEqual([processId, links]);
  expect(new Set(states)).toEqual(new Set(['running']));
});

test('a device that is open and away is the missing half, and keeps its ports and links', async () => {
  const trial = tryAudio({ drivers: ['fake-mixer', sounds, preamps({ id: 'fake-1' })] });
  await trial.until('the box', () => whole(trial) && trial.graph.links.length > 0);
  const { links } = trial.graph;
  await trial.audio.call('stagebox:fake-1', 'describe', { away: 'it was unplugged' });
  await trial.until('its absence', () => missing(trial) === 'audio');
  expect(trial.warning('half-box-preamp-1')).toMatchObject({
    ...{ title: 'Fake preamp has no sound', detail: 'it was unplugged. Its preamps can still be set.' },
    ...{ device: 'preamp-1', titleCode: { params: { missing: 'audio', half: 'fake-1' } } },
  });
  expect(trial.audio.boxes[0]).toMatchObject({ present: true, reason: 'it was unplugged' });
  expect(trial.audio.devices.find(({ id }) => id === 'fake-1')).toMatchObject({ present: false, ports: { length: 4 } });
  expect(trial.graph.nodes.find(({ id }) => id === 'fake-1')?.present).toBe(false);
  expect(trial.graph.links).toEqual(links);
  await trial.audio.call('stagebox:fake-1', 'describe', { away: '' });
  await trial.until('its return', () => whole(trial));
  expect(trial.warning('half-box-preamp-1')).toBeUndefined();
});

test('a half that nothing fits is missing, and the configuration names another', async () => {
  const trial = tryAudio({ drivers: ['fake-mixer', sounds, preamps({ serial: '99' })] });
  const alone = () => trial.audio.boxes.find(({ id }) => id === 'preamp-1');
  await trial.until('half a box', () => alone()?.missing === 'audio');
  expect(alone()?.reason).toBe('no device and no node with sound has the serial number 99');
  await trial.until('the other', () => trial.audio.boxes.map(({ id }) => id).join() === 'fake-1,preamp-1');
  await trial.stop();

  const named = { id: 'preamp-1', transport: 'fake-preamp', model: 'p', audioHalf: 'fake-1' };
  const devices = [{ id: 'fake-1', transport: 'fake', model: 'box' }, named];
  const second = tryAudio({ drivers: ['fake-mixer', sounds, preamps({ serial: '99' })], devices });
  await second.until('the box', () => whole(second) && second.audio.boxes.length === 1);
});

test('what a driver says of its identity is bounded', async () => {
  const trial = tryAudio({ drivers: ['fake-mixer', sounds, preamps({ serial: 'x'.repeat(200) })] });
  await trial.until('its reason', () => trial.choice('fake-preamp')?.reason.includes('/audioHalf/serial') === true);
  await trial.until('the other', () => trial.audio.devices.map(({ id }) => id).join() === 'fake-1');
});

test('a search has the configuration that a client set last', async () => {
  const trial = tryAudio({ drivers: ['fake-mixer', sounds, 'fake-preamp'] });
  const idsThere = () => trial.audio.devices.flatMap(({ id, present }) => (present ? [id] : []));
  await trial.until('the devices', () => idsThere().length === 2);
  expect(trial.drivers.reconfigure('fake-preamp', { ids: ['preamp-7'] })).toBe('');
  await trial.until('the other', () => idsThere().join() === 'fake-1,preamp-7');
});
