// Names of what opens something: passwords, keys, tokens. They and their values stay on the desk.

const secretName =
  /(^|_)(key|secret|password|passphrase|token|credential)s?$|[a-z0-9](Key|Secret|Password|Passphrase|Token|Credential)s?$/;

export const isSecretName = (name: string): boolean => secretName.test(name);

/** `password=x`, `"apiKey": "x"`, `token x` of an Authorization, and the user of `https://user:x@host`. */
const named =
  /\b([\w-]{0,32}(?:key|secret|password|passphrase|token|credential)s?["']?\s{0,4}[=:]\s{0,4})("[^"]*"|'[^']*'|[^\s,;&)]+)/gi;
const authorization = /\b(bearer|basic)\s+[\w.~+/=-]{8,}/gi;
const userInfo = /(:\/\/)[^\s/@:]+:[^\s/@]+@/g;
/** A shorter value is in too many words. */
const shortestValue = 4;

/** The text with `…` in the place of what such a name names, and of these values wherever they are. */
export function withoutSecrets(text: string, values: Iterable<string> = []): string {
  let clean = text.replace(named, '$1…').replace(authorization, '$1 …').replace(userInfo, '$1…@');
  for (const value of values) if (clean.includes(value)) clean = clean.replaceAll(value, '…');
  return clean;
}

/** What members of such names hold, at any depth: for `withoutSecrets`. */
export function secretValuesIn(value: unknown, isSecret = false): readonly string[] {
  if (typeof value === 'string') return isSecret && value.length >= shortestValue ? [value] : [];
  if (typeof value !== 'object' || value === null) return [];
  const inner = isSecret && Array.isArray(value);
  return Object.entries(value).flatMap(([name, member]) => secretValuesIn(member, inner || isSecretName(name)));
}
