// Whether the process of a driver has something to do: what its manifest names is there. Nothing else starts, or keeps from
// starting, a process of a driver without audio.
import { existsSync } from 'node:fs';
import { isAbsolute, join } from 'node:path';
import { builtPlaces } from '../../base/built-file.ts';
import type { ConfiguredDevice } from '../../base/config-entries.ts';
import {
  type DiscoveredModel,
  type DriverActivation,
  type DriverManifest,
  isWithoutPorts,
  type Value,
} from '../../driver.ts';
import { scoreOf } from '../discovery/choice.ts';
import { modelOf } from '../discovery/models.ts';
import type { DriverPackage } from '../discovery/package.ts';
import { usbTransport } from '../discovery/usb.ts';

export interface ActivationNeeds {
  readonly packages: readonly Package[];
  readonly stateFolder: string;
  readonly configured: readonly ConfiguredDevice[];
  /** Devices that the host finds on a bus. */
  readonly attached: () => readonly DiscoveredModel[];
  /** The configuration with which a driver opens its devices now. */
  readonly configOf: (name: string) => Readonly<Record<string, unknown>>;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly isThere?: (path: string) => boolean;
}

type Package = Pick<DriverPackage, 'name' | 'manifest' | 'folder'>;
type BySocket = Extract<DriverActivation, { readonly by: 'socket' }>;
type ByValue = Extract<DriverActivation, { readonly by: 'value' }>;

export class Activation {
  readonly #needs: ActivationNeeds;
  /** Names of packages of whose target a value was desired that starts their process. */
  readonly #demanded = new Set<string>();
  /** Those that such a value may still start, by target. */
  readonly #awaiting: ReadonlyMap<string, readonly Package[]>;

  constructor(needs: ActivationNeeds) {
    this.#needs = needs;
    const waiting = needs.packages.filter(
      ({ manifest }) => isWithoutPorts(manifest.kind) && rulesOf(manifest).length > 0,
    );
    const kinds = [...new Set(waiting.map(({ manifest }) => manifest.kind))];
    this.#awaiting = new Map(kinds.map((kind) => [kind, waiting.filter(({ manifest }) => manifest.kind === kind)]));
  }

  /** The targets of drivers that wait for a value. */
  get targets(): readonly string[] {
    return [...this.#awaiting.keys()];
  }

  /** A value is desired of a target that is not there. True when that starts a process. */
  take(target: string, { field, value }: Pick<Value, 'field' | 'value'>): boolean {
    const started = (this.#awaiting.get(target) ?? []).filter(({ name, manifest }) => {
      return !this.#demanded.has(name) && !isEmpty(value) && rulesOf(manifest).some((rule) => rule.field === field);
    });
    for (const { name } of started) this.#demanded.add(name);
    return started.length > 0;
  }

  /** What a value would start the process for, in words; '' for a driver that waits for none. */
  waitsFor({ manifest, folder }: Package): string {
    const { isThere = existsSync } = this.#needs;
    const isBuilt = (name: string) => builtPlaces.some((place) => isThere(join(folder, place, name)));
    const rules = rulesOf(manifest).filter(({ built }) => built === undefined || isBuilt(built));
    return rules.map(({ title }) => title).join(', or ');
  }

  /** True for a package without `activation`: its process runs as long as the desk. */
  isDue({ name, manifest }: Package): boolean {
    const { activation, matches } = manifest;
    if (activation === undefined) return true;
    const { configured, attached, configOf, stateFolder, isThere = existsSync } = this.#needs;
    const isMatched = (model: DiscoveredModel) => scoreOf(matches, model) !== undefined;
    return (
      configured.some((device) => isMatched(modelOf(device))) ||
      activation.some((each) => {
        if (each.by === 'usb') return attached().some((model) => model.transport === usbTransport && isMatched(model));
        if (each.by === 'socket') return this.#isThere(each);
        if (each.by === 'value') return this.#demanded.has(name);
        if (each.by === 'file') return isThere(join(stateFolder, each.path));
        const list = configOf(name)[each.list];
        return Array.isArray(list) && list.length > 0;
      })
    );
  }

  /** A socket that a server left behind counts: the driver looks who listens. */
  #isThere({ name, nameFrom, folderFrom }: BySocket): boolean {
    const { environment, isThere = existsSync } = this.#needs;
    const file = (nameFrom && environment[nameFrom]) || name;
    if (isAbsolute(file)) return isThere(file);
    const folder = folderFrom.map((each) => environment[each]).find((each) => each);
    return folder !== undefined && isThere(join(folder, file));
  }
}

const rulesOf = ({ activation = [] }: DriverManifest): readonly ByValue[] =>
  activation.filter(({ by }) => by === 'value') as ByValue[];

const isEmpty = (value: unknown) => !value || (Array.isArray(value) && value.length === 0);
