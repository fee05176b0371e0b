// What other providers may ask of the patch: which edges there are, and to take some of them out.
import { type Audio, type Desk, type DeskReader, type Time, type Token, token } from 'rowdesk/provider';
import type { Layout } from '../console/index.ts';
import { type ApplyNeeds, applyHeld, differenceTo } from './applying.ts';
import { type Edge, LivePatch, type PatchContent } from './live-patch.ts';
import { Paths } from './paths.ts';

export class PatchEdges {
  static readonly token: Token<PatchEdges> = token<PatchEdges>('patch.edges');
  readonly live: LivePatch;
  readonly paths: Paths;
  readonly #needs: ApplyNeeds;

  constructor({ audio, desk, layout, time }: { audio: Audio; desk: Desk; layout: Layout; time: Time }) {
    this.live = new LivePatch(layout, audio);
    this.paths = new Paths(layout);
    this.#needs = { audio, desk, time, live: this.live, paths: this.paths };
  }

  list(desk: DeskReader): readonly Edge[] {
    return this.live.edges(desk);
  }

  /** Takes these edges out, the outputs that they touch silent meanwhile. Answers the ids of what went. Throws Refusal. */
  async disconnect(
    ids: ReadonlySet<string>,
    actor: string,
  ): Promise<{ gone: readonly string[]; isConfirmed: boolean }> {
    const { desk } = this.#needs;
    const difference = differenceTo(this.#without(ids, desk), this.#needs);
    if (difference.removed.length === 0) return { gone: [], isConfirmed: true };
    const { isConfirmed } = await applyHeld(difference, 'Disconnect', actor, this.#needs);
    return { gone: [...new Set(difference.removed.map(({ id }) => id))], isConfirmed };
  }

  #without(ids: ReadonlySet<string>, desk: DeskReader): PatchContent {
    const { inputs, outputs } = this.live.read(desk);
    const isLeft = (edges: readonly Edge[], isSpare: boolean) =>
      !edges.some((edge) => edge.isSpare === isSpare && ids.has(edge.id));
    return {
      inputs: inputs.map((item) => {
        const edges = this.live
          .edgesOf({ inputs: [item], outputs: [] })
          .filter(({ portId }) => portId === item.sourceId || portId === item.spareSourceId);
        return {
          ...item,
          sourceId: isLeft(edges, false) ? item.sourceId : '',
          spareSourceId: isLeft(edges, true) ? (item.spareSourceId ?? '') : '',
        };
      }),
      outputs: outputs.filter((item) => isLeft(this.live.edgesOf({ inputs: [], outputs: [item] }), false)),
    };
  }
}
