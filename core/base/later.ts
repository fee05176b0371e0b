// A service that providers ask for before it can be there: the desk needs their rows, and their rows need the desk.

/** `service` may be handed out at once and works from `become` on; used before, it throws in words. */
export function later<T extends object>(name: string): { readonly service: T; become(real: T): void } {
  let real: T | undefined;
  /** Faders come by here: each member is bound once. */
  const bound = new WeakMap<object, unknown>();
  const service = new Proxy({} as T, {
    get(_target, key) {
      if (real === undefined) {
        throw new Error(
          `${name} is not there while rows and services are made; use it in get, set, run, watch or start`,
        );
      }
      const member: unknown = Reflect.get(real, key, real);
      if (typeof member !== 'function') return member;
      let own = bound.get(member);
      if (own === undefined) {
        // Its own `this`: private members know the object itself only.
        own = member.bind(real);
        bound.set(member, own);
      }
      return own;
    },
  });
  return {
    service,
    become: (given) => {
      real = given;
    },
  };
}
