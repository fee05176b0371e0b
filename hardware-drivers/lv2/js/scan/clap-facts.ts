// What lv2-scan says of a file of CLAP plugins (src/scan/clap_facts.h): each a line of JSON.
import type { MaybeNumber } from './facts.ts';

export interface ClapPortFacts {
  readonly channels: number;
  readonly isMain: boolean;
}

export interface ClapParameterFacts {
  readonly id: number;
  readonly name: string;
  /** `Band 1/Filter`; '' for none. */
  readonly module: string;
  readonly minimum: MaybeNumber;
  readonly maximum: MaybeNumber;
  readonly default: MaybeNumber;
  readonly isStepped: boolean;
  readonly isHidden: boolean;
  readonly isReadOnly: boolean;
  readonly isBypass: boolean;
  readonly isEnum: boolean;
  /** Of all values of a stepped parameter with a few of them, else of the least, the default and the largest one. */
  readonly texts: readonly { readonly number: MaybeNumber; readonly text: string }[];
}

export interface ClapFacts {
  readonly type: 'clap';
  /** `clap:` and the id of the plugin. */
  readonly uri: string;
  readonly name: string;
  readonly vendor: string;
  readonly features: readonly string[];
  /** Why the plugin can't be made; '' else. */
  readonly refused: string;
  readonly hasState: boolean;
  readonly inputs: readonly ClapPortFacts[];
  readonly outputs: readonly ClapPortFacts[];
  readonly parameters: readonly ClapParameterFacts[];
}
