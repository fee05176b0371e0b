// The mapping of the loaded take, and the lanes of the mixer that play it.
import { type DeskReader, type Token, token } from 'rowdesk/provider';
import type { PatchEdges } from '../patch/index.ts';
import type { Assignment, Lane } from './contract.ts';
import { settingsOf } from './engaging.ts';
import type { LoadedTake } from './loaded-take.ts';
import { lanesOf, mappingOf } from './mapping.ts';

export interface LanesNeeds {
  readonly edges: Pick<PatchEdges, 'live'>;
  readonly take: Pick<LoadedTake, 'tracksOf' | 'onChange'>;
}

export class Lanes {
  static readonly token: Token<Lanes> = token<Lanes>('vsc.lanes');
  readonly #needs: LanesNeeds;

  constructor(needs: LanesNeeds) {
    this.#needs = needs;
  }

  mapping(desk: DeskReader): readonly Assignment[] {
    const { edges, take } = this.#needs;
    const settings = settingsOf(desk);
    return mappingOf(settings, take.tracksOf(settings.takeId), edges.live.sourceStrips(desk), desk);
  }

  of(desk: DeskReader): readonly Lane[] {
    return lanesOf(this.mapping(desk), this.#needs.take.tracksOf(settingsOf(desk).takeId));
  }

  onChange(changed: () => void): () => void {
    return this.#needs.take.onChange(changed);
  }
}
