// What a part of a line is here.
import { type LostPart, type ShowValue, shortened } from '../read-show.ts';

export interface Found {
  readonly values: readonly ShowValue[];
  readonly lost: readonly LostPart[];
}

/** There is nothing to set, and nothing is lost. */
export const nothing: Found = { values: [], lost: [] };

export const left = (part: string, from: string, why: string): Found => ({
  values: [],
  lost: [{ part, from: shortened(from), to: null, why }],
});

export const joined = (all: readonly Found[]): Found => ({
  values: all.flatMap(({ values }) => values),
  lost: all.flatMap(({ lost }) => lost),
});
