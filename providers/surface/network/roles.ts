// What a role may write.
import type { SurfaceRole } from 'rowdesk/surface';

const mixing = /^\/(channel|cue|talkback)(\/|$)|^\/console\/bpm(\/|$)|^\/safety\/panic$/;
/** Of strips: where their sound comes from belongs to the patch, and phantom voltage to who runs the desk. */
const running = /^\/channel\/[^/]+\/[^/]+\/preamp$/;
const patching: ReadonlySet<string> = new Set(['sourceId', 'spareSourceId', 'strips']);

export function mayWrite(role: SurfaceRole, path: string, field: string): boolean {
  if (role === 'run') return true;
  return role === 'mix' && mixing.test(path) && !running.test(path) && !patching.has(field);
}
