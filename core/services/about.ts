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
  /** The folder of the configuration file, absolute. */
  readonly configFolder: string;
  /** The configuration of this start with all defaults; absent where there is none. */
  readonly configuration?: Fields;
}
export const About: Token<About> = token<About>('core.about');

/** `config` of this provider's entry in providers.config.json, default `{}`; valid by the provider's schema. */
export type Settings = Fields;
