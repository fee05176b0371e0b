// Paths of the checkout, which are no part of what an object is made of: another clone finds it all the same.
import { isAbsolute, join, relative, resolve } from 'node:path';
import { root } from '../places.mjs';

const mark = '<root>';

/** A word of a command, or the name of a file, as any clone says it. */
export const anywhere = (word) => word.replaceAll(root, mark);
/** The same, as this clone says it. */
export const here = (word) => word.replaceAll(mark, root);
/** The folder of the command: words that are relative mean files from there. */
export const folder = () => {
  const from = relative(root, process.cwd());
  return from.startsWith('..') ? process.cwd() : from;
};
/** Whether a file is one of the checkout, or of the packages that were installed into the checkout. */
export const isOwn = (file) => resolve(file).startsWith(`${root}/`);

/** ROWDESK_OBJECTS names another folder, and '' means none. */
export function cacheFolder() {
  const { ROWDESK_OBJECTS, XDG_CACHE_HOME, HOME } = process.env;
  if (ROWDESK_OBJECTS !== undefined) return ROWDESK_OBJECTS;
  const cache = XDG_CACHE_HOME || (HOME && join(HOME, '.cache'));
  return cache && isAbsolute(cache) ? join(cache, 'rowdesk/objects') : '';
}
