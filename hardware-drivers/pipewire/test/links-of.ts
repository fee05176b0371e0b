// For tests: the links of a daemon as pw-link lists them.
import type { Daemon } from './daemon.ts';

/** `node:port -> node:port` by the server's own names, sorted. */
export function linksOf(daemon: Daemon): readonly string[] {
  let from = '';
  const links: string[] = [];
  for (const line of daemon.run('pw-link', '-l').split('\n')) {
    const to = /^\s+\|->\s+(?:\d+\s+)?(.*)$/.exec(line)?.[1];
    if (to !== undefined) links.push(`${from} -> ${to}`);
    else if (/^\S/.test(line)) from = line.trim();
  }
  return links.sort();
}
