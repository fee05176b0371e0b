import { expect, test } from 'vitest';
import { isSecretName, secretValuesIn, withoutSecrets } from './secrets.ts';

test('names of what opens something are known, and others are not', () => {
  for (const name of ['apiKey', 'key', 'password', 'auth_token', 'clientSecrets'])
    expect(isSecretName(name)).toBe(true);
  for (const name of ['monkey', 'keyboard', 'tokenCount', 'levelDb']) expect(isSecretName(name)).toBe(false);
});

test('what such a name names is not in the text', () => {
  const texts = [
    'login failed: password=open-sesame',
    `{"apiKey": "open-sesame", "port": 1}`,
    'Authorization: Bearer open-sesame-0123',
    'GET https://desk:open-sesame@10.0.0.1/levels failed',
    "credentials = 'open-sesame now'",
  ];
  for (const text of texts) expect(withoutSecrets(text)).not.toContain('sesame');
  expect(withoutSecrets('GET https://desk:x@10.0.0.1/levels failed')).toBe('GET https://…@10.0.0.1/levels failed');
  expect(withoutSecrets('the desk answers at http://127.0.0.1:8700')).toBe('the desk answers at http://127.0.0.1:8700');
});

test('values of the configuration are found at any depth, and are nowhere in the text', () => {
  const config = {
    drivers: [{ name: 'box', config: { apiKey: 'open-sesame', passwords: ['first-one'], port: 1, pin: 'abcd' } }],
    shortKey: 'x',
  };
  const values = secretValuesIn(config);
  expect(values).toEqual(['open-sesame', 'first-one']);
  expect(withoutSecrets('it answered open-sesame, then first-one', values)).toBe('it answered …, then …');
});

test('a long text without an end of a word takes no time', () => {
  const text = 'key'.repeat(20_000);
  expect(withoutSecrets(text)).toBe(text);
});
