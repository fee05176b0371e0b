// The session manager beside a PipeWire server, and the profiles that it has given to the cards.
import { advice, type Diagnosis, fine } from './finding.ts';
import type { ServerState } from './server-state.ts';

/** Undefined where the server has no card of ALSA's. */
export function cardProfiles({ manager, cards }: ServerState): Diagnosis | undefined {
  if (cards.length === 0) return undefined;
  const words = cards.map(({ label, profile }) => `${label}: ${profile || 'no profile'}`).join(', ');
  const detail = `${manager === '' ? 'no session manager' : manager}; ${words}`;
  // Of a laptop's own card the stereo profile is the one that knows its plugs.
  const stereo = cards.find(
    ({ bus, profile, proAudio }) => bus === 'usb' && proAudio !== undefined && profile !== 'pro-audio',
  );
  if (stereo === undefined || manager === '') return fine('card profiles', detail);
  const why = `${detail}; pro-audio gives every channel of ${stereo.label} by itself, at short blocks`;
  return advice('card profiles', why, `wpctl set-profile ${stereo.id} ${stereo.proAudio}`);
}
