// What an address of the tree answers by HTTP: a node with all below it, or single attributes of it.
import { Refused, type Row } from 'rowdesk/client';
import type { SurfaceRole } from 'rowdesk/surface';
import { splitAddress } from '../address.ts';
import type { AddressLists } from '../address-lists.ts';
import type { DeskRows } from '../desk-rows.ts';
import { type Attributes, containerAttributes, fieldAttributes, supported, unsupported } from './attributes.ts';
import { branchesBelow } from './branches.ts';
import { FactsOfRows } from './facts.ts';
import { Tree } from './tree.ts';

export interface AnswersNeeds {
  readonly rows: DeskRows;
  readonly lists: AddressLists;
  readonly role: () => SurfaceRole;
  readonly oscPort: () => number | null;
}

/** How an answer is given. */
export interface Answering {
  json(value: unknown): void;
  empty(status: 204 | 400 | 404): void;
  /** Begins an answer in parts; the function writes one, and resolves once there is room for more. */
  stream(): { readonly write: (text: string) => Promise<void>; readonly end: () => void };
}

const extensions = {
  ...{ ACCESS: true, VALUE: true, RANGE: true, DESCRIPTION: true, TAGS: true, UNIT: true, CLIPMODE: true },
  ...{ LISTEN: true, PATH_CHANGED: true, PATH_ADDED: true, PATH_REMOVED: true },
};

export class Answers {
  readonly #needs: AnswersNeeds;

  constructor(needs: AnswersNeeds) {
    this.#needs = needs;
  }

  /** `address` without a slash at its end; `query` without its question mark. Rejects with Unreachable, OscRefusal. */
  async answer(address: string, query: string, to: Answering): Promise<void> {
    const asked = query.split('&').filter((each) => each !== '');
    if (asked.includes('HOST_INFO')) return to.json(await this.#hostInfo());
    const strange = asked.find((each) => !supported.has(each) && !unsupported.has(each));
    if (strange !== undefined) return to.empty(400);
    const field = await this.#field(address);
    if (asked.length === 0 || (asked.length === 1 && asked[0] === 'CONTENTS' && field === undefined)) {
      return this.#tree(address, field, asked.length > 0, to);
    }
    const node = field ?? (await this.#container(address));
    if (node === undefined) return to.empty(404);
    const found = asked.filter((each) => each in node);
    // What can't be read, and what no node here has, is no content.
    const isNone = asked.every((each) => unsupported.has(each) || (each === 'VALUE' && !('VALUE' in node)));
    if (isNone) return to.empty(204);
    to.json(Object.fromEntries(found.map((each) => [each, node[each]])));
  }

  async #tree(address: string, field: Attributes | undefined, isContents: boolean, to: Answering): Promise<void> {
    const { rows, lists, role } = this.#needs;
    const root = await branchesBelow(address, lists);
    const isThere = root.template !== undefined || root.branches.size > 0 || address === '';
    if (!isThere) return field === undefined ? to.empty(404) : to.json(field);
    const { write, end } = to.stream();
    const tree = new Tree({ facts: new FactsOfRows(rows), role: role(), write });
    await tree.write(root, isContents ? 'CONTENTS' : undefined, field);
    end();
  }

  /** The attributes of a field, with its value also where the row is computed for watchers. */
  async #field(address: string): Promise<Attributes | undefined> {
    const { rows, role } = this.#needs;
    const { path, field } = splitAddress(address);
    const contract = path === '' ? undefined : await rows.contract(path);
    if (contract === undefined || !Object.hasOwn(contract.fields, field)) return undefined;
    return fieldAttributes({ path, contract, role: role() }, field, (await this.#row(path))?.[field]);
  }

  async #container(address: string): Promise<Attributes | undefined> {
    const { rows, lists } = this.#needs;
    const contract = address === '' ? undefined : await rows.contract(address);
    if (contract !== undefined || address === '') return containerAttributes(address, contract);
    const root = await branchesBelow(address, lists);
    return root.branches.size === 0 ? undefined : containerAttributes(address, undefined);
  }

  async #row(path: string): Promise<Row | undefined> {
    try {
      return await this.#needs.rows.read(path);
    } catch (error) {
      if (error instanceof Refused) return undefined;
      throw error;
    }
  }

  async #hostInfo() {
    const { name } = (await this.#row('/console')) ?? {};
    return {
      NAME: typeof name === 'string' && name !== '' ? name : 'Rowdesk',
      EXTENSIONS: extensions,
      OSC_PORT: this.#needs.oscPort(),
      OSC_TRANSPORT: 'UDP',
    };
  }
}
