// The configuration with which each driver opens its devices: that of the file, until a client sets another.
import { isDeepStrictEqual } from 'node:util';
import { fittingConfig } from './config-schema.ts';
import type { DriverPackage } from './package.ts';

type Config = Readonly<Record<string, unknown>>;

export class Configurations {
  readonly #packages: readonly DriverPackage[];
  readonly #changed = new Map<string, Config>();

  constructor(packages: readonly DriverPackage[]) {
    this.#packages = packages;
  }

  /** The configuration of a package, with all defaults; {} for an unknown package. */
  of(name: string): Config {
    return this.#changed.get(name) ?? this.#package(name)?.config ?? {};
  }

  /** The configurations that clients changed, of these packages. */
  changedOf(isMeant: (found: DriverPackage) => boolean): Readonly<Record<string, Config>> {
    const changed = this.#packages.filter((each) => this.#changed.has(each.name) && isMeant(each));
    return Object.fromEntries(changed.map(({ name }) => [name, this.of(name)]));
  }

  /** Sets the configuration of a package. `problem`: why it is refused, '' for none; `isOther`: it differs from the last. */
  set(name: string, given: Config): { readonly isOther: boolean; readonly problem: string } {
    const found = this.#package(name);
    if (found === undefined) return { isOther: false, problem: `there is no driver ${name}` };
    const { config, problem } = fittingConfig(found.manifest, given);
    // Deep equality: another order of members reopens no device.
    if (problem !== '' || isDeepStrictEqual(config, this.of(name))) return { isOther: false, problem };
    this.#changed.set(name, config);
    return { isOther: true, problem: '' };
  }

  #package(name: string): DriverPackage | undefined {
    return this.#packages.find((each) => each.name === name);
  }
}
