// A plugin in the list of the desk, and a bundle that the desk could not read.

export interface PluginItem {
  readonly id: string;
  readonly uri: string;
  readonly name: string;
  readonly vendor: string;
  readonly class: string;
  readonly format: string;
  readonly audioIn: number;
  readonly audioOut: number;
  readonly keyIn: number;
  readonly supported: boolean;
  readonly reason: string;
  readonly crashes: number;
  readonly quarantined: boolean;
  readonly usedBy: readonly string[];
}

export interface RefusedBundle {
  readonly bundle: string;
  readonly reason: string;
}

export type UseState = 'usable' | 'quarantined' | 'refused';

export function stateOf({ supported, quarantined }: PluginItem): UseState {
  if (quarantined) return 'quarantined';
  return supported ? 'usable' : 'refused';
}
