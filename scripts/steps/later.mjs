// Builds what a start left, beside the running desk.
import { readFileSync } from 'node:fs';
import { withLock } from './lock.mjs';
import { buildNative, logFile, nameOf, packageNamed } from './native.mjs';
import { stateOf } from './native-state.mjs';
import { passingReason } from './passing.mjs';
import { missingFor } from './toolchain.mjs';

/**
 * Builds these native packages, those that are stale. `report` gets `{ name, state, reason }` as each begins and ends: waiting,
 * building, built or failed. `mixer+` is the rest of a package that a running desk has the first part of. Never rejects.
 */
export async function buildLater(names, report) {
  for (const name of names) {
    const say = (state, reason = '') => report({ name, state, reason });
    try {
      // Held for one package at a time: a build at full priority waits for no more.
      await withLock(
        () => buildOne(name, say),
        () => say('waiting', 'another build of this folder is running'),
      );
    } catch (error) {
      const passes = passingReason(error.message);
      say('failed', passes === undefined ? `${error.message}. ${again}` : `${passes}. ${onceMore}`);
    }
  }
}

async function buildOne(name, say) {
  const folder = packageNamed(name.replace(/\+$/, ''));
  if (folder === undefined) return say('failed', `there is no native package ${name}`);
  const state = stateOf(folder);
  if (state.is === 'built' && !state.hasFailed) return say('built');
  const missing = missingFor(folder);
  // Its words end with the command that mends it.
  if (missing !== undefined) return say('failed', `${missing}, then npm start`);
  say('building');
  const failed = await buildNative({ states: [state] });
  if (!failed.includes(nameOf(folder))) return say('built');
  const passes = passingReason(readFileSync(logFile(folder), 'utf8'));
  say(
    'failed',
    passes === undefined ? `it does not compile. Its log: ${logFile(folder)}. ${again}` : `${passes}. ${onceMore}`,
  );
}

const again = 'To try again: npm run build -- --force';
const onceMore = 'The next npm start tries again';
