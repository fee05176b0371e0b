// Keys for tests: one of each role, and requests with them.
import type { AccessConfig } from '../../core/access/access-config.ts';
import { hashOf, newSecret } from '../../core/access/secrets.ts';
import type { Answer, TestClient } from '../../core/testing.ts';

/** Whose requests are tried; `anonymous` has no key. */
export const holders = ['anonymous', 'view', 'bus', 'mix', 'run'] as const;
export type Holder = (typeof holders)[number];

export const secrets: Readonly<Record<Holder, string>> = {
  anonymous: '',
  view: newSecret(),
  bus: newSecret(),
  mix: newSecret(),
  run: newSecret(),
};

/** The bus of the key `bus`. */
export const ownBus = 'mix/1';

const entry = (name: Exclude<Holder, 'anonymous' | 'bus'>) => ({ name, hash: hashOf(secrets[name]), role: name });

export const access = (anonymous: AccessConfig['anonymous'] = 'none'): AccessConfig => ({
  anonymous,
  keys: [
    ...(['view', 'mix', 'run'] as const).map(entry),
    { name: 'bus', hash: hashOf(secrets.bus), role: 'mix', bus: ownBus },
  ],
});

export const bearer = (holder: Holder): Record<string, string> =>
  holder === 'anonymous' ? {} : { authorization: `Bearer ${secrets[holder]}` };

export const send = (
  client: TestClient,
  holder: Holder,
  method: string,
  path: string,
  body?: unknown,
): Promise<Answer> =>
  client.send(method, path, body === undefined ? undefined : JSON.stringify(body), {
    ...bearer(holder),
    ...(body === undefined ? {} : { 'content-type': 'application/json' }),
  });
