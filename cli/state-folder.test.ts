import { homedir } from 'node:os';
import { expect, test } from 'vitest';
import { stateFolder } from './state-folder.ts';

test.each([
  ['what is given', '/srv/desk', { ROWDESK_STATE: '/other' }, '/srv/desk'],
  ['ROWDESK_STATE', undefined, { ROWDESK_STATE: '/srv/a', STATE_DIRECTORY: '/srv/b' }, '/srv/a'],
  ['the first folder that systemd gives', undefined, { STATE_DIRECTORY: '/srv/b:/srv/c' }, '/srv/b'],
  ['XDG_STATE_HOME', undefined, { XDG_STATE_HOME: '/srv/state' }, '/srv/state/rowdesk'],
  ['the home folder', undefined, {}, `${homedir()}/.local/state/rowdesk`],
  ['the home folder where a variable is empty', undefined, { ROWDESK_STATE: '' }, `${homedir()}/.local/state/rowdesk`],
])('the state folder follows %s', (_, given, env, folder) => {
  expect(stateFolder(given, env)).toBe(folder);
});
