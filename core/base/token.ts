// Tokens name services. They are `Symbol.for` with a phantom type, so that two copies of this package agree.

declare const service: unique symbol;

/** Names a service of type T. Values across the plugin border are checked by shape, never by `instanceof`. */
export type Token<T> = symbol & { readonly [service]?: T };

export type Service<T> = T extends Token<infer S> ? S : never;

/** Makes the token of a service; `name` is `provider.service`, and the same name is the same token everywhere. */
export function token<T>(name: string): Token<T> {
  return Symbol.for(`rowdesk:${name}`) as Token<T>;
}

/** The name of a token. */
export function tokenName(of: Token<unknown>): string {
  return (of.description ?? '').replace(/^rowdesk:/, '');
}
