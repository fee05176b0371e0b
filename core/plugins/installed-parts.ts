// Which versions run and which are on the disk: an update may replace the files under a running desk.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { PackageEntry } from '../base/config-entries.ts';
import { findPackage, readPackage } from '../base/find-package.ts';
import { packageRoot } from '../base/package-root.ts';
import type { About, Audio, Installed, InstalledPart } from '../services.ts';
import { isInTree } from './load.ts';

export interface InstalledPartsNeeds {
  readonly about: Pick<About, 'version'>;
  readonly audio: Pick<Audio, 'version'>;
  readonly config: {
    readonly providers: readonly PackageEntry[];
    readonly drivers?: readonly PackageEntry[];
    readonly folder: string;
  };
}

export class InstalledParts implements Installed {
  readonly #needs: InstalledPartsNeeds;
  /** Packages of vendors as they are at the start of the desk, which is what runs. */
  readonly #started: readonly InstalledPart[];

  constructor(needs: InstalledPartsNeeds) {
    this.#needs = needs;
    this.#started = [...this.#vendors('provider'), ...this.#vendors('driver')];
  }

  read(): readonly InstalledPart[] {
    const { about, audio } = this.#needs;
    const installed = versionOf(() => readPackage(packageRoot));
    return [
      { name: 'rowdesk', kind: 'desk', running: about.version, installed },
      { name: 'rowdesk', kind: 'sound', running: audio.version, installed },
      ...this.#started.map((part) => ({ ...part, installed: this.#versionOnDisk(part.name) })),
    ];
  }

  #vendors(kind: 'provider' | 'driver'): readonly InstalledPart[] {
    const { config } = this.#needs;
    const entries = (kind === 'provider' ? config.providers : (config.drivers ?? [])).filter(({ name }) =>
      kind === 'provider' ? !isInTree(name) : !existsSync(join(packageRoot, 'hardware-drivers', name)),
    );
    return entries.flatMap(({ name }) => {
      const running = this.#versionOnDisk(name);
      return running === '' ? [] : [{ name, kind, running, installed: running }];
    });
  }

  #versionOnDisk(name: string): string {
    return versionOf(() => findPackage(name, [this.#needs.config.folder, packageRoot]));
  }
}

function versionOf(found: () => ReturnType<typeof readPackage>): string {
  try {
    return String(found()?.manifest.version ?? '');
  } catch {
    // An update writes the file now: the next look has it.
    return '';
  }
}
