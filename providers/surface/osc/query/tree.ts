// Writes a part of the tree as JSON while it is read from the desk, row by row.
import type { SurfaceRole } from 'rowdesk/surface';
import { Ahead } from './ahead.ts';
import { type Attributes, containerAttributes, fieldAttributes } from './attributes.ts';
import { type Branch, rowsOf } from './branches.ts';
import type { Facts, FactsOfRows } from './facts.ts';

/** Rows that are asked for ahead. */
const mostAhead = 6;
/** Written at once, in characters. */
const chunk = 16_384;

export interface TreeNeeds {
  readonly facts: FactsOfRows;
  readonly role: SurfaceRole;
  /** Resolves once there is room for more. Rejects when nobody reads any more. */
  readonly write: (text: string) => Promise<void>;
}

export class Tree {
  readonly #needs: TreeNeeds;
  #held = '';

  constructor(needs: TreeNeeds) {
    this.#needs = needs;
  }

  /** The node at the root of these branches, with all below it; or its CONTENTS alone. `own`: of the field that it is too. */
  async write(root: Branch, only?: 'CONTENTS', own: Attributes = {}): Promise<void> {
    const { facts, write } = this.#needs;
    const ahead = new Ahead(
      rowsOf(root),
      (branch) => facts.of(branch.address, branch.template as NonNullable<Branch['template']>),
      mostAhead,
    );
    await this.#node(root, ahead, only, own);
    if (this.#held !== '') await write(this.#held);
    this.#held = '';
  }

  async #node(
    branch: Branch,
    ahead: Ahead<Branch, Facts | undefined>,
    only?: 'CONTENTS',
    own: Attributes = {},
  ): Promise<void> {
    const facts = branch.template === undefined ? undefined : await ahead.next();
    const shown = only === undefined ? { ...containerAttributes(branch.address, facts?.contract), ...own } : {};
    const open = JSON.stringify(shown).slice(0, -1);
    await this.#put(`${open}${open === '{' ? '' : ','}"CONTENTS":{`);
    let comma = '';
    for (const field of Object.keys(facts?.contract.fields ?? {})) {
      // A row below that is called as a field is one node with it.
      if (branch.branches.has(field)) continue;
      await this.#put(`${comma}${JSON.stringify(field)}:${JSON.stringify(this.#field(facts as Facts, field))}`);
      comma = ',';
    }
    for (const [segment, below] of branch.branches) {
      await this.#put(`${comma}${JSON.stringify(segment)}:`);
      const isField = facts !== undefined && Object.hasOwn(facts.contract.fields, segment);
      await this.#node(below, ahead, undefined, isField ? this.#field(facts, segment) : {});
      comma = ',';
    }
    await this.#put('}}');
  }

  #field({ contract, row }: Facts, field: string) {
    const { role } = this.#needs;
    return fieldAttributes({ path: contract.path, contract, role }, field, row?.[field]);
  }

  async #put(text: string): Promise<void> {
    this.#held += text;
    if (this.#held.length < chunk) return;
    const held = this.#held;
    this.#held = '';
    await this.#needs.write(held);
  }
}
