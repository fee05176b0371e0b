// The processes of racks, by /proc: with namespaces each rack has two, the one that the plugin host started, and the first of its process
// namespace, where the plugins are.
import { readdirSync, readFileSync } from 'node:fs';

/** [the one that was started, the one with the plugins if it is another], the oldest first, of racks that name a path below `folder`. */
export function rackProcesses(folder: string): readonly (readonly [number, ...number[]])[] {
  const ids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  const found = ids.filter((id) => {
    const [program = '', ...words] = textOf(`/proc/${id}/cmdline`).split('\0');
    return program.endsWith('/lv2-rack') && words.some((word) => word.startsWith(folder));
  });
  const parents = new Map(found.map((id) => [Number(id), parentOf(Number(id))]));
  const started = [...parents.keys()].filter((id) => !parents.has(parents.get(id) ?? 0)).sort((a, b) => a - b);
  return started.map((id) => [id, ...[...parents].filter(([, parent]) => parent === id).map(([child]) => child)]);
}

/** proc(5): after the name, which stands in brackets, the state and the parent. 0 for a process that has ended. */
export function parentOf(id: number): number {
  const stat = textOf(`/proc/${id}/stat`);
  return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1] ?? 0);
}

function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
