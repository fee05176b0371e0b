import { type Token, token } from '../base/token.ts';

/** What an update replaces: the desk, its sound, and each package of a vendor. */
export interface InstalledPart {
  readonly name: string;
  readonly kind: 'desk' | 'sound' | 'driver' | 'provider';
  /** The version that runs; '' while it does not run. */
  readonly running: string;
  /** The version on the disk now; '' where it can not be read. */
  readonly installed: string;
}

export interface Installed {
  /** Reads the disk: a small file for each part. */
  read(): readonly InstalledPart[];
}
export const Installed: Token<Installed> = token<Installed>('core.installed');
