// A commit that is checked, and worked out, in turns before its own: it takes both unless the desk, a report or an address
// has changed since.
import type { Steps } from '../base/steps.ts';
import type { CommitRequest } from '../services.ts';
import type { AdmissionNeeds, Admitted } from './admission.ts';
import { type Effect, effectInSteps } from './commit-effects.ts';

export interface AdmittedEffect extends Admitted {
  readonly effect: Effect;
}

type PreparingNeeds = Pick<AdmissionNeeds, 'memory' | 'validation' | 'revision' | 'state'>;

interface Prepared {
  readonly request: CommitRequest;
  readonly admitted: AdmittedEffect;
  readonly state: string;
}

/** How often a commit is checked again that a report has overtaken: then its own turn checks it. */
const mostTries = 3;

export class PreparedCommits {
  readonly #needs: PreparingNeeds;
  /** Throws Refusal. */
  readonly #admit: (request: CommitRequest) => Steps<Admitted>;
  /** The last one. */
  #prepared: Prepared | undefined;

  constructor(needs: PreparingNeeds, admit: (request: CommitRequest) => Steps<Admitted>) {
    this.#needs = needs;
    this.#admit = admit;
  }

  /** Throws what `admit` throws. */
  *prepare(request: CommitRequest): Steps<void> {
    const { state } = this.#needs;
    this.#prepared = undefined;
    for (let tries = 0; tries < mostTries; tries++) {
      const before = state();
      const checked = yield* this.#admit(request);
      if (before !== state()) continue;
      const admitted = yield* this.#withEffect(checked);
      if (before !== state()) continue;
      this.#prepared = { request, admitted, state: before };
      return;
    }
  }

  /** What was prepared for this very request; undefined if it is of an earlier desk. */
  take(request: CommitRequest): AdmittedEffect | undefined {
    const prepared = this.#prepared;
    this.#prepared = undefined;
    return prepared?.request === request && prepared.state === this.#needs.state() ? prepared.admitted : undefined;
  }

  *#withEffect(admitted: Admitted): Steps<AdmittedEffect> {
    const { memory, revision, validation } = this.#needs;
    const effect = yield* effectInSteps(admitted.draft, memory, revision() + 1);
    const reads = yield* validation.newIn(admitted.reads, effect.made);
    return { ...admitted, effect, reads };
  }
}
