// What of the desk's ports nobody else is linked to: as the graph says that it holds it, as it is seen, and as far as
// what is beside the desk can be kept from it.
import type { DeskReader, Graph, ObservedReader } from 'rowdesk/provider';
import type { ExternalEdge, ExternalEdges } from './external-edges.ts';
import { filterPath, hidingIn } from './hiding.ts';

export const exclusivePath = '/patchbay/exclusive';
const levels = ['none', 'outputs', 'all'] as const;
export type ExclusiveLevel = (typeof levels)[number];

export interface Exclusivity {
  readonly wanted: ExclusiveLevel;
  readonly held: ExclusiveLevel;
  /** Why it is not what is wanted, in words; '' where it is. */
  readonly reason: string;
}

export class ExclusiveAccess {
  readonly #graph: Graph;
  readonly #external: ExternalEdges;

  constructor(graph: Graph, external: ExternalEdges) {
    this.#graph = graph;
    this.#external = external;
  }

  now(desk: DeskReader, observed: ObservedReader): Exclusivity {
    const wanted = desk.read(exclusivePath).wanted as ExclusiveLevel;
    if (wanted === 'none') return { wanted, held: 'none', reason: '' };
    const limits = [this.#ofTarget(observed), this.#ofServers(wanted, desk), this.#ofLinks(desk)];
    const held = least([wanted, ...limits.map((limit) => limit.hold)]);
    const reasons = limits.filter(({ hold }) => least([hold, wanted]) !== wanted).map(({ reason }) => reason);
    return { wanted, held, reason: reasons.join('; ') };
  }

  /** Links of others on audio servers that break this level, and may be ended. */
  breaking(wanted: ExclusiveLevel, desk: DeskReader): readonly ExternalEdge[] {
    if (wanted === 'none') return [];
    const { outputs, inputs } = this.#onServers(desk);
    const edges = new Set(wanted === 'all' ? [...outputs, ...inputs] : outputs);
    return [...edges].filter((edge) => this.#external.serverOf(edge)?.readOnly === '');
  }

  onChange(changed: () => void): () => void {
    return this.#graph.onChange(changed);
  }

  /** What the graph that the mixer is in says that it holds. */
  #ofTarget(observed: ObservedReader): Limit {
    const report = observed.read(exclusivePath, 'wanted');
    if (report === undefined) return { hold: 'none', reason: 'the mixer does not run, and nothing is held' };
    const hold = levels.find((each) => each === report.value) ?? 'none';
    return { hold, reason: report.reason ?? `the graph holds ${hold}` };
  }

  /** What is offered of a read-only server may be linked by anybody; what is hidden of it is none of ours. */
  #ofServers(wanted: ExclusiveLevel, desk: DeskReader): Limit {
    const whyHidden = hidingIn(desk);
    const isOffered = (id: string) =>
      this.#graph.nodes
        .filter(({ device, present }) => device === id && present)
        .flatMap(({ ports }) => ports)
        .some((port) => (wanted === 'all' || port.direction === 'sink') && whyHidden(port.id) === undefined);
    const open = this.#graph.servers.filter(({ id, present, readOnly }) => present && readOnly !== '' && isOffered(id));
    const reasons = open.map(({ id, label, readOnly }) => {
      return `${label} is not held: ${readOnly}; exclude ${id}:* at ${filterPath} if nobody patches it here`;
    });
    return { hold: open.length > 0 ? 'none' : 'all', reason: reasons.join('; ') };
  }

  #ofLinks(desk: DeskReader): Limit {
    const { outputs, inputs } = this.#onServers(desk);
    const toOutputs = [...this.#external.at('output'), ...outputs];
    const fromInputs = [...this.#external.at('input'), ...inputs];
    const owners = [...new Set([...toOutputs, ...fromInputs].map(({ owner }) => owner))].join(', ');
    const reason = `links of ${owners} are at ports of the desk`;
    if (toOutputs.length > 0) return { hold: 'none', reason };
    return { hold: fromInputs.length > 0 ? 'outputs' : 'all', reason };
  }

  /** Links of others at what is the desk's on audio servers, but for those that the patchbay leaves alone. */
  #onServers(desk: DeskReader): Readonly<Record<'outputs' | 'inputs', readonly ExternalEdge[]>> {
    const whyHidden = hidingIn(desk);
    const isOffered = ({ from, to }: ExternalEdge) => (whyHidden(from) ?? whyHidden(to)) === undefined;
    return {
      outputs: this.#external.atServers('output').filter(isOffered),
      inputs: this.#external.atServers('input').filter(isOffered),
    };
  }
}

interface Limit {
  readonly hold: ExclusiveLevel;
  /** Why it is no more. */
  readonly reason: string;
}

const least = (each: readonly ExclusiveLevel[]): ExclusiveLevel =>
  levels[Math.min(...each.map((hold) => levels.indexOf(hold)))] ?? 'none';
