// What lv2-scan says of a bundle (src/scan/facts.h): each a line of JSON.

/** `null`: not said, or not finite. */
export type MaybeNumber = number | null;

export interface PortFacts {
  readonly index: number;
  readonly symbol: string;
  readonly label: string;
  readonly isInput: boolean;
  /** The ends of the URIs of its classes: `AudioPort`, `ControlPort`. */
  readonly types: readonly string[];
  readonly isOptional: boolean;
  readonly isSideChain: boolean;
  /** A URI; '' for none. */
  readonly designation: string;
  /** The ends of their URIs: `toggled`, `integer`, `logarithmic`. */
  readonly properties: readonly string[];
  readonly minimum: MaybeNumber;
  readonly maximum: MaybeNumber;
  readonly default: MaybeNumber;
  readonly unit: { readonly uri: string; readonly symbol: string; readonly render: string } | null;
  readonly points: readonly { readonly label: string; readonly number: MaybeNumber }[];
}

export interface PropertyFacts {
  readonly uri: string;
  readonly symbol: string;
  readonly label: string;
  /** A URI; '' for none. */
  readonly range: string;
  readonly isWritable: boolean;
  readonly minimum: MaybeNumber;
  readonly maximum: MaybeNumber;
  readonly default: MaybeNumber | string;
}

export interface PluginFacts {
  readonly type: 'plugin';
  readonly uri: string;
  readonly name: string;
  readonly vendor: string;
  readonly classes: readonly string[];
  /** A path. */
  readonly library: string;
  readonly requires: readonly string[];
  readonly hasState: boolean;
  /** The index of the port that reports it; -1 for none. */
  readonly latencyPort: number;
  readonly ports: readonly PortFacts[];
  readonly properties: readonly PropertyFacts[];
}

export interface PresetFacts {
  readonly type: 'preset';
  readonly uri: string;
  /** The URIs of plugins, which may be of other bundles. */
  readonly plugins: readonly string[];
  readonly label: string;
  readonly values: Readonly<Record<string, MaybeNumber>>;
  readonly hasState: boolean;
}
