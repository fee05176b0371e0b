// Is it a provider? Judged by shape, never by `instanceof`: a package may have its own copy of rowdesk.

import type { SchemaViolation } from '../base/schema-violations.ts';
import type { Provider } from '../provider.ts';
import { providerApi } from './manifest.ts';
import { pageViolations } from './page-shape.ts';

/** As the literal segments of a template (core/rows/template.ts). */
const segment = /^[A-Za-z0-9][A-Za-z0-9._~-]*$/;

/** All that is wrong with what a module exports as default. Empty: it is a Provider. */
export function shapeViolations(value: unknown): readonly SchemaViolation[] {
  if (typeof value !== 'object' || value === null || (value as Partial<Provider>).rowdesk !== 'provider') {
    const remedy = 'export default defineProvider({ ... }) of rowdesk/provider';
    return [{ field: 'default export', problem: 'is no provider', remedy }];
  }
  const provider = value as Readonly<Record<keyof Provider, unknown>>;
  if (provider.api !== providerApi) {
    const problem = `is ${JSON.stringify(provider.api)}`;
    return [
      { field: 'api', problem, remedy: `this rowdesk takes ${providerApi}: use a version of the package for it` },
    ];
  }
  const violations: SchemaViolation[] = [];
  const wrong = (field: string, problem: string, remedy: string) => violations.push({ field, problem, remedy });
  const { name, roots } = provider;
  const isNamed = typeof name === 'string' && segment.test(name);
  if (typeof name !== 'string' || name === '') wrong('name', 'is no text', 'give the provider a name');
  else if (!isNamed)
    wrong('name', `is ${JSON.stringify(name)}`, `take letters, digits and . _ ~ - only, ${example(name)}`);
  // Roots that are left out are the name.
  const isOfName = Array.isArray(roots) && roots.length === 1 && roots[0] === name;
  if (isOfName && !isNamed) return violations.concat(memberViolations(provider));
  if (!Array.isArray(roots) || roots.length === 0 || !roots.every((root) => segment.test(String(root)))) {
    wrong('roots', 'is no list of first path segments', 'name the first segments of its paths, ["lighting"]');
  }
  return violations.concat(memberViolations(provider));
}

/** `"lamp-one"` for `Lamp One`. */
function example(name: string): string {
  return JSON.stringify(
    name
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, '-')
      .replace(/^-|-$/g, '') || 'lights',
  );
}

function memberViolations(provider: Readonly<Record<keyof Provider, unknown>>): readonly SchemaViolation[] {
  const violations: SchemaViolation[] = [];
  const wrong = (field: string, problem: string, remedy: string) => violations.push({ field, problem, remedy });
  for (const field of ['needs', 'optionalNeeds', 'offers'] as const) {
    const isLeftOut = field === 'optionalNeeds' && provider[field] === undefined;
    if (!isLeftOut && !isTokens(provider[field]))
      wrong(field, 'is no set of tokens', 'give tokens of rowdesk/provider by name');
  }
  if (typeof provider.rows !== 'function') wrong('rows', 'is no function', 'return the rows from a function');
  for (const field of ['services', 'files', 'start'] as const) {
    const given = provider[field];
    if (given !== undefined && typeof given !== 'function')
      wrong(field, 'is no function', 'give a function or leave it out');
  }
  const config = provider.config;
  if (config !== undefined && (typeof config !== 'object' || config === null)) {
    wrong('config', 'is no schema', 'give a Type.Object, or leave it out');
  }
  return provider.pages === undefined ? violations : [...violations, ...pageViolations(provider.pages)];
}

function isTokens(value: unknown): boolean {
  return (
    typeof value === 'object' && value !== null && Object.values(value).every((token) => typeof token === 'symbol')
  );
}
