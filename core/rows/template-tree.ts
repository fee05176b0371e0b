// Templates by their segments: a lookup takes a step per segment, and literal segments come before parameters in any
// order of providers.
import type { Segment } from './template.ts';

interface Node<T> {
  readonly literals: Map<string, Node<T>>;
  param: Node<T> | undefined;
  leaf: T | undefined;
}

export class TemplateTree<T> {
  readonly #root: Node<T> = emptyNode();

  /** Adds a leaf. Returns the leaf of a template of the same shape instead, if there is one, and keeps it. */
  add(segments: readonly Segment[], leaf: T): T | undefined {
    let node = this.#root;
    for (const { text, isParam } of segments) {
      let next = isParam ? node.param : node.literals.get(text);
      if (next === undefined) {
        next = emptyNode();
        if (isParam) node.param = next;
        else node.literals.set(text, next);
      }
      node = next;
    }
    if (node.leaf !== undefined) return node.leaf;
    node.leaf = leaf;
    return undefined;
  }

  /** The first result of `accept` among the leaves that match these decoded segments, literals first. */
  find<R>(segments: readonly string[], accept: (leaf: T) => R | undefined): R | undefined {
    return find(this.#root, segments, 0, accept);
  }

  /** All leaves that match these segments, where `undefined` stands for any. */
  matching(segments: readonly (string | undefined)[]): readonly T[] {
    let nodes: readonly Node<T>[] = [this.#root];
    for (const segment of segments) nodes = nodes.flatMap((node) => stepsOf(node, segment));
    return nodes.flatMap((node) => node.leaf ?? []);
  }

  /** The literals beside a parameter at this position of a template. */
  literalsBeside(segments: readonly Segment[], index: number): readonly string[] {
    let node: Node<T> | undefined = this.#root;
    for (const { text, isParam } of segments.slice(0, index)) node = isParam ? node?.param : node?.literals.get(text);
    return [...(node?.literals.keys() ?? [])];
  }

  /** True if a template other than this one matches these segments; a `{name}` stands for itself. */
  leafAt(segments: readonly Segment[]): T | undefined {
    let node: Node<T> | undefined = this.#root;
    for (const { text, isParam } of segments) node = isParam ? node?.param : node?.literals.get(text);
    return node?.leaf;
  }
}

function emptyNode<T>(): Node<T> {
  return { literals: new Map(), param: undefined, leaf: undefined };
}

function find<T, R>(
  node: Node<T>,
  segments: readonly string[],
  index: number,
  accept: (leaf: T) => R | undefined,
): R | undefined {
  if (index === segments.length) return node.leaf === undefined ? undefined : accept(node.leaf);
  const segment = segments[index] as string;
  const literal = node.literals.get(segment);
  const found = literal === undefined ? undefined : find(literal, segments, index + 1, accept);
  if (found !== undefined || node.param === undefined || segment === '') return found;
  return find(node.param, segments, index + 1, accept);
}

function stepsOf<T>(node: Node<T>, segment: string | undefined): readonly Node<T>[] {
  const literals = segment === undefined ? [...node.literals.values()] : [node.literals.get(segment)];
  return [...literals, segment === '' ? undefined : node.param].filter((next) => next !== undefined);
}
