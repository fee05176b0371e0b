// The files that an object or a precompiled header was made of: which they are, and whether they are still the same.
import { createHash } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { anywhere, here, isOwn } from './places.mjs';

export const hashOf = (content) => createHash('sha256').update(content).digest('hex');

/** Files of the checkout by their content. A header of the system by size and time: a package manager renews both. */
function stateOf(file) {
  if (isOwn(file)) return hashOf(readFileSync(file));
  const { size, mtimeMs } = statSync(file);
  return `${size} ${mtimeMs}`;
}

/** The files that a compiler lists in its dependency file, each once. */
export function listedFiles(text) {
  const [rule = ''] = text.replaceAll('\\\n', ' ').split('\n');
  const names = rule.slice(rule.indexOf(': ') + 1).match(/(?:\\ |\$\$|\S)+/g) ?? [];
  return [...new Set(names.map((name) => name.replaceAll('\\ ', ' ').replaceAll('$$', '$').replaceAll('\\#', '#')))];
}

/**
 * Pairs of name and state, as any clone says them. Undefined when a file of the checkout was changed after `sinceMs`: what
 * the compiler has read is not known then.
 */
export function statesOf(names, sinceMs) {
  const isNew = (name) => isOwn(name) && statSync(name).mtimeMs >= sinceMs;
  return names.some(isNew) ? undefined : names.map((name) => [anywhere(name), stateOf(name)]);
}

export function areSame(states, known = new Map()) {
  return states.every(([name, state]) => {
    try {
      if (!known.has(name)) known.set(name, stateOf(here(name)));
      return known.get(name) === state;
    } catch {
      return false;
    }
  });
}

/** What make is to know: as -MMD writes it, files of the system are left out. */
export function dependencyText({ target, hasPhonyTargets }, states) {
  const escaped = (name) => name.replaceAll('$', '$$$$').replaceAll(' ', '\\ ').replaceAll('#', '\\#');
  const names = states.map(([name]) => here(name)).filter(isOwn);
  const own = names.map(escaped);
  const phony = hasPhonyTargets ? own.slice(1).map((name) => `${name}:\n`) : [];
  return `${escaped(target)}: ${own.join(' \\\n ')}\n${phony.join('')}`;
}
