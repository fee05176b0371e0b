// The faked card, judged by JACK: its ALSA driver runs on the card, and jack_iodelay measures the way out of it and back.
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type FakedCard, fakedCardLacks, makeFakedCard } from '../../core/testing.ts';
import { until } from '../../hardware-drivers/pipewire/test/daemon.ts';
import { removeFolder, temporaryFolder } from '../harness/service.ts';
import { JackServer, whyNoJack } from './server.ts';

const frames = 1024;
const cableFrames = 37;
/** What is played stands three periods, the buffer, behind what is captured; jackd runs its clients one period later. */
const periods = 4;

const tests = () => {
  let folder: string;
  let server: JackServer;
  let card: FakedCard;
  beforeEach(async () => {
    folder = temporaryFolder();
    card = makeFakedCard({ folder, name: 'card', inputs: 2, outputs: 2, cableFrames });
    server = new JackServer({ frames, card: { name: 'card', environment: card.environment } });
    await server.start();
  });
  afterEach(async () => {
    await server.remove();
    removeFolder(folder);
  });

  test('jack_iodelay finds the periods of JACK and the cable of the card, to the frame', async () => {
    const found: number[] = [];
    server.lines('jack_iodelay', [], (line) => {
      const [, measured] = /^ *([0-9.]+) frames .*total roundtrip/.exec(line) ?? [];
      if (measured !== undefined) found.push(Number(measured));
    });
    await until('jack_iodelay', () => server.ports().includes('jack_delay:in'));
    server.run('jack_connect', 'jack_delay:out', 'system:playback_1');
    server.run('jack_connect', 'system:capture_1', 'jack_delay:in');
    await until('a measurement', () => found.length > 3);
    expect(Math.abs((found.at(-1) as number) - periods * frames - cableFrames)).toBeLessThan(0.01);
    expect(card.figures()).toMatchObject({
      playback: { state: 'running', periodFrames: frames, bufferFrames: 3 * frames },
      capture: { state: 'running', periodFrames: frames },
    });
  });
};

const reason = whyNoJack([fakedCardLacks() === '', fakedCardLacks()]);
describe.skipIf(reason !== '')('JACK on the faked card', { timeout: 60_000 }, tests);
