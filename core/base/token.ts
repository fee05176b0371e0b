// Tokens name services. They are `Symbol.for` with a phantom type, so that two copies of this package agree.

declare const service: unique symbol;

/** Names a service of type T. What crosses the plugin border is checked by shape, never by `instanceof`. */
export type Token<T> = symbol & { readonly [service]?: T };

export type Service<T> = T extends Token<infer S> ? S : never;

/** Makes the token of a service; `name` is `provider.service`, and the same name is the same token everywhere. */
export function token<T>(name: string): Token<T> {
  return Symbol.for(`rowdesk:${name}`) as Token<T>;
}

/** The name a token was made with. */
export function tokenName(of: Token<unknown>): string {
  return (of.description ?? '').replace(/^rowdesk:/, '');
}
