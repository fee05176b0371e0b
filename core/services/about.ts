import { type Token, token } from '../base/token.ts';
import type { Fields } from '../rows/definitions.ts';

/** Facts about this start. */
export interface About {
  readonly version: string;
  /** ISO 8601 */
  readonly startedAt: string;
  /** Changes with each start; part of every event id. */
  readonly epoch: string;
  readonly stateFolder: string;
  /** Where the configuration file is, absolute. */
  readonly configFolder: string;
}
export const About: Token<About> = token<About>('core.about');

/** The entry of this provider in providers.config.json, `{}` where it has none. Checked against `config` of the provider. */
export type Settings = Fields;
