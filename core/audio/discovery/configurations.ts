// With which configuration each driver opens its devices: that of the file, until somebody says otherwise.
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

  /** Of a package, with all defaults; {} for one that is not known. */
  of(name: string): Config {
    return this.#changed.get(name) ?? this.#package(name)?.config ?? {};
  }

  /** What it is from now on. Says whether that is another one than before, or why it stays: '' for no reason. */
  set(name: string, given: Config): { readonly isOther: boolean; readonly fault: string } {
    const found = this.#package(name);
    if (found === undefined) return { isOther: false, fault: `there is no driver ${name}` };
    const { config, fault } = fittingConfig(found.manifest, given);
    // The order of its members says nothing: what is open stays open.
    if (fault !== '' || isDeepStrictEqual(config, this.of(name))) return { isOther: false, fault };
    this.#changed.set(name, config);
    return { isOther: true, fault: '' };
  }

  #package(name: string): DriverPackage | undefined {
    return this.#packages.find((each) => each.name === name);
  }
}
