// The tree of addresses below one of them: rows, and the parts of addresses between them.
import { setImmediate } from 'node:timers/promises';
import type { AddressLists, TemplateRow } from '../address-lists.ts';

/** Addresses of one turn of the event loop. */
const share = 1000;

export interface Branch {
  readonly address: string;
  /** Of the row that is here; undefined for a part of an address. */
  template: TemplateRow | undefined;
  readonly branches: Map<string, Branch>;
}

const made = (address: string): Branch => ({ address, template: undefined, branches: new Map() });

/** The tree below an address, which may be ''. Its root has neither row nor branches where nothing is there. */
export async function branchesBelow(address: string, lists: AddressLists): Promise<Branch> {
  const root = made(address);
  const depth = address.split('/').length;
  const templates = await lists.templates();
  let left = share;
  for (const template of templates.filter((each) => mayBeBelow(each.template, address))) {
    for (const path of await lists.paths(template)) {
      left -= 1;
      if (left === 0) {
        left = share;
        await setImmediate();
      }
      if (path !== address && !path.startsWith(`${address}/`)) continue;
      let at = root;
      const segments = path.split('/');
      for (let n = depth; n < segments.length; n += 1) {
        const segment = segments[n] as string;
        const next = at.branches.get(segment) ?? made(`${at.address}/${segment}`);
        at.branches.set(segment, next);
        at = next;
      }
      at.template = template;
    }
  }
  return root;
}

function mayBeBelow(template: string, address: string): boolean {
  const segments = template.split('/');
  return address.split('/').every((each, n) => segments[n] === each || segments[n]?.startsWith('{'));
}

/** All rows of the tree, each before those below it. */
export function* rowsOf(branch: Branch): Iterable<Branch> {
  if (branch.template !== undefined) yield branch;
  for (const each of branch.branches.values()) yield* rowsOf(each);
}
