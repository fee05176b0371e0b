import { expect, test } from 'vitest';
import type { DiscoveredModel, SoundCard } from '../../driver.ts';
import { compareCards } from './card-order.ts';
import { chooseUnasked, type UnaskedInputs } from './unasked-choice.ts';

const model = (id: string, transport: string, card?: Partial<SoundCard>): DiscoveredModel => ({
  ...{ id, transport, modelId: transport, model: transport, label: id, address: '' },
  ...(card ? { card: { inputs: true, outputs: true, place: 'interface', heldBy: '', ...card } } : {}),
});
const pipewire = model('pipewire-0-io', 'pipewire');
const mirror = model('pipewire-0', 'pipewire');
const jack = model('jack-default', 'jack');
const usb = model('alsa-USB', 'alsa', {});
const onBoard = model('alsa-PCH', 'alsa', { place: 'on-board' });
const screen = model('alsa-HDMI', 'alsa', { place: 'screen', inputs: false });
const virtual = model('virtual-32x16', 'virtual');

/** These are there, with a driver each; `gone` were discovered earlier. */
function choose(there: readonly DiscoveredModel[], facts: Partial<UnaskedInputs> = {}, gone = [] as DiscoveredModel[]) {
  const known = (isThere: boolean) => (each: DiscoveredModel) => ({ model: each, isConfigured: false, isThere });
  const { used, because, leftOut } = chooseUnasked({
    candidates: there.map((each) => ({ model: each, driver: each.transport })),
    models: [...there.map(known(true)), ...gone.map(known(false)), known(true)(virtual)],
    ...{ wereOpen: new Set<string>(), held: '' },
    ...facts,
  });
  return { used: used?.model.id, because, leftOut: Object.fromEntries(leftOut) };
}

test('PipeWire comes before JACK, JACK before a card, whichever is found first', () => {
  expect(choose([usb, jack, pipewire])).toMatchObject({
    ...{ used: 'pipewire-0-io', because: 'the configuration names no device' },
    leftOut: { 'jack-default': 'pipewire-0-io comes first' },
  });
  expect(choose([usb, jack])).toMatchObject({
    used: 'jack-default',
    leftOut: { 'alsa-USB': 'jack-default comes first' },
  });
  expect(choose([usb])).toEqual({
    ...{ used: 'alsa-USB', because: 'the configuration names no device, and no audio server can be used' },
    leftOut: {},
  });
  expect(choose([])).toEqual({ used: undefined, because: '', leftOut: {} });
});

test('of several cards the interface comes first, a card with both directions before any other, a screen last', () => {
  const players = [
    model('alsa-P', 'alsa', { inputs: false }),
    model('alsa-B', 'alsa', { inputs: false, place: 'on-board' }),
  ];
  const webcam = model('alsa-C', 'alsa', { outputs: false });
  const unknown = { ...model('alsa-U', 'alsa') };
  const inOrder = [usb, onBoard, ...players, webcam, unknown, screen].map(({ id }) => id);
  const shuffled = [screen, unknown, webcam, players[1], onBoard, players[0], usb] as DiscoveredModel[];
  expect(shuffled.sort(compareCards).map(({ id }) => id)).toEqual(inOrder);
  const twins = [model('alsa-USB_1', 'alsa', {}), usb];
  expect([...twins].sort(compareCards)).toEqual([...twins].reverse());
  expect(choose([screen, onBoard, usb])).toEqual({
    used: 'alsa-USB',
    because:
      'the configuration names no device, and no audio server can be used; of 3 cards it comes first: interface with inputs and outputs',
    leftOut: { 'alsa-PCH': 'alsa-USB comes first', 'alsa-HDMI': 'alsa-USB comes first' },
  });
});

test('a card that a program holds is left out with its holder, and the next one is taken', () => {
  const held = model('alsa-USB', 'alsa', { heldBy: 'pulseaudio (process 4240)' });
  expect(choose([held])).toEqual({
    ...{ used: undefined, because: '' },
    leftOut: { 'alsa-USB': 'pulseaudio (process 4240) holds it' },
  });
  expect(choose([held, onBoard])).toMatchObject({ used: 'alsa-PCH' });
});

test('beside PipeWire no card is taken, though PipeWire can not be used, or is only mirrored', () => {
  const known = { model: mirror, isConfigured: false, isThere: true };
  const { used, leftOut } = choose([usb], { models: [known] });
  expect(used).toBe(undefined);
  expect(leftOut['alsa-USB']).toBe(
    'pipewire-0 is there, which opens cards by itself; to use this card without it, name alsa-USB in "devices" of the configuration',
  );
  // JACK opens the cards that it was started with, which then have a holder.
  expect(choose([usb], { models: [{ ...known, model: jack }] }).used).toBe('alsa-USB');
});

test('while a server that was open is away no card is taken, since the server opens it again when it is back', () => {
  const away = choose([usb], { wereOpen: new Set(['jack-default']) }, [jack]);
  expect(away.used).toBe(undefined);
  expect(away.leftOut['alsa-USB']).toContain('jack-default was open and may come back');
  expect(choose([usb], {}, [jack]).used).toBe('alsa-USB');
  expect(choose([jack], { wereOpen: new Set(['pipewire-0-io']) }, [pipewire]).used).toBe('jack-default');
});

test('what drives and is patched goes on when a better one comes, which says how to change over', () => {
  const kept = choose([onBoard, usb, screen, pipewire], { held: 'alsa-PCH' });
  expect(kept.used).toBe('alsa-PCH');
  expect(kept.because).toBe('it drove the desk before pipewire-0-io was there, and is patched');
  expect(kept.leftOut['pipewire-0-io']).toBe(
    'alsa-PCH drives and is patched, so the show goes on with it; to change over: rowdesk stop, then rowdesk start',
  );
  expect(kept.leftOut['alsa-USB']).toContain('pipewire-0-io is there');
  expect(choose([onBoard, usb], { held: 'alsa-PCH' }).leftOut['alsa-USB']).toContain('so the show goes on with it');
  expect(choose([usb, onBoard], { held: 'alsa-USB' })).toMatchObject({
    ...{ used: 'alsa-USB', because: expect.stringContaining('of 2 cards it comes first') },
    leftOut: { 'alsa-PCH': 'alsa-USB comes first' },
  });
  const virtualKept = choose([pipewire], { held: 'virtual-32x16' });
  expect(virtualKept).toMatchObject({
    used: undefined,
    because: expect.stringContaining('before pipewire-0-io was there'),
  });
});

test('what drove, is patched and is away is waited for', () => {
  const facts = { held: 'alsa-USB', wereOpen: new Set(['alsa-USB']) };
  expect(choose([onBoard], facts, [usb])).toMatchObject({
    used: undefined,
    leftOut: { 'alsa-PCH': expect.stringContaining('alsa-USB drove, is patched and may come back; to change over: ') },
  });
  expect(choose([onBoard, usb], facts).used).toBe('alsa-USB');
});
