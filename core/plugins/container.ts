// The only file that imports tsyringe and reflect-metadata. It closes what tsyringe leaves open: a cycle is reported as
// `a -> b -> a`, a missing need names its provider, and all services are stopped in reverse order.
import 'reflect-metadata';
import { type DependencyContainer, container as global, instanceCachingFactory } from 'tsyringe';
import type { ProviderProblem } from '../base/start-error.ts';
import { endMs, withTimeout } from '../base/timeout.ts';
import { type Token, token, tokenName } from '../base/token.ts';
import type { Provider } from '../provider.ts';
import type { Fields, Row } from '../rows/definitions.ts';
import type { FilePlace } from '../rows/file-place.ts';
import type { Time } from '../services.ts';

/** What the host resolves all of: one per provider. */
export const RowProvider: Token<RowProvider> = token<RowProvider>('core.row-provider');

/** A provider with its services, or with its problems. */
export interface RowProvider {
  readonly provider: Provider;
  readonly rows: readonly Row[];
  readonly files?: readonly FilePlace[];
  readonly problems: readonly ProviderProblem[];
  /** Runs its `start`; what that returned is called by `Container.stop`. */
  start(): void;
}

type Services = Readonly<Record<string, unknown>>;

export class Container {
  /** A child: several hosts may run in one process. */
  readonly #root: DependencyContainer = global.createChildContainer();
  /** The provider of each token, for the message of a problem. */
  readonly #offeredBy = new Map<symbol, string>();
  readonly #names = new Set<string>();
  readonly #resolving: string[] = [];
  /** Functions that stop services, in the order of their making. */
  readonly #stops: { readonly name: string; readonly stop: () => void | Promise<void> }[] = [];

  /** A service of the host itself. */
  provide<T>(of: Token<T>, service: T): void {
    this.#root.register(of, { useValue: service });
  }

  /** Registers a provider: its services by their tokens, itself as a RowProvider. Nothing of it runs yet. */
  add(provider: Provider, config: Fields): void {
    const taken = this.#takenBy(provider);
    if (taken !== undefined) {
      const refused: RowProvider = { provider, rows: [], problems: [taken], start: () => {} };
      this.#root.register(RowProvider, { useValue: refused });
      return;
    }
    this.#names.add(provider.name);
    const own = this.#root.createChildContainer();
    const services = instanceCachingFactory(() => this.#makeServices(provider, config, own));
    for (const [name, offered] of Object.entries(provider.offers)) {
      this.#offeredBy.set(offered, provider.name);
      this.#root.register(offered, { useFactory: () => services(own)[name] });
    }
    this.#root.register(RowProvider, {
      useFactory: instanceCachingFactory(() => this.#makeRows(provider, config, own, services)),
    });
  }

  /** All providers that were added, in that order. Problems are in what is returned; nothing is thrown. */
  resolveAll(): readonly RowProvider[] {
    return this.#root.isRegistered(RowProvider) ? this.#root.resolveAll<RowProvider>(RowProvider) : [];
  }

  /** Stops all services, last first. A service that fails or never stops does not affect the others. */
  async stop(failed: (name: string, error: unknown) => void, time: Pick<Time, 'after'>): Promise<void> {
    for (const { name, stop } of this.#stops.splice(0).reverse()) {
      try {
        await withTimeout(Promise.resolve(stop()), endMs, time);
      } catch (error) {
        failed(name, error);
      }
    }
  }

  /** A name or a token belongs to the first that has it. */
  #takenBy(provider: Provider): ProviderProblem | undefined {
    const problemAt = (field: string, problem: string, remedy: string) => ({
      provider: provider.name,
      field,
      problem,
      remedy,
    });
    if (this.#names.has(provider.name)) {
      return problemAt('name', 'is the name of another provider too', 'switch one of them off, or rename it');
    }
    for (const [name, offered] of Object.entries(provider.offers)) {
      if (!this.#root.isRegistered(offered)) continue;
      const by = this.#offeredBy.get(offered) ?? 'rowdesk itself';
      const problem = `offers "${tokenName(offered)}", which ${by} offers already`;
      return problemAt(`offers/${name}`, problem, 'use a token of its own, or switch one of them off');
    }
    return undefined;
  }

  #makeRows(
    provider: Provider,
    config: Fields,
    own: DependencyContainer,
    services: (own: DependencyContainer) => Services,
  ): RowProvider {
    try {
      const offered = services(own);
      const given = { ...this.#needsOf(provider, own), config, offered };
      const rows = provider.rows(given);
      if (!Array.isArray(rows)) throw new Need('rows', 'returns no list', 'return a list of rows');
      const files = provider.files?.(given) ?? [];
      const stray = files.find(({ path }) => !provider.roots.includes(path.slice(1)));
      if (stray !== undefined) throw new Need('files', `has files at "${stray.path}"`, `take /${provider.roots[0]}`);
      return { provider, rows, files, problems: [], start: () => this.#start(provider, given) };
    } catch (error) {
      return { provider, rows: [], problems: [problemOf(provider, error)], start: () => {} };
    }
  }

  #makeServices(provider: Provider, config: Fields, own: DependencyContainer): Services {
    const offered = Object.keys(provider.offers);
    if (this.#resolving.includes(provider.name)) {
      const cycle = [...this.#resolving.slice(this.#resolving.indexOf(provider.name)), provider.name].join(' -> ');
      throw new Need('needs', `the providers need each other in a circle: ${cycle}`, 'take one need out of the circle');
    }
    this.#resolving.push(provider.name);
    try {
      const made = provider.services?.({ ...this.#needsOf(provider, own), config }) ?? {};
      const missing = offered.filter((name) => made[name] === undefined);
      if (missing.length > 0) {
        throw new Need(`offers/${missing[0]}`, 'is offered but not made', `return ${missing.join(', ')} from services`);
      }
      for (const service of Object.values(made)) this.#stopLater(provider.name, service);
      return made;
    } finally {
      this.#resolving.pop();
    }
  }

  #needsOf(provider: Provider, own: DependencyContainer): Services {
    const needs = Object.entries(provider.needs);
    for (const [name, need] of needs) {
      if (own.isRegistered(need, true)) continue;
      const problem = `asks for "${tokenName(need)}", which no provider offers`;
      // A token is called `provider.service`.
      const [maker] = tokenName(need).split('.');
      throw new Need(`needs/${name}`, problem, 'switch on the provider that offers it, or correct the token', maker);
    }
    const optionalNeeds = Object.entries(provider.optionalNeeds ?? {});
    return Object.fromEntries([
      ...needs.map(([name, need]) => [name, this.#resolve(name, need, own)]),
      ...optionalNeeds.map(([name, need]) => [name, this.#resolveIfOffered(name, need, own)]),
    ]);
  }

  #resolveIfOffered(name: string, need: symbol, own: DependencyContainer): unknown {
    if (!own.isRegistered(need, true)) return undefined;
    try {
      return this.#resolve(name, need, own);
    } catch (error) {
      // A circle is a problem of the providers in it.
      if (error instanceof Need && error.field === 'needs') throw error;
      return undefined;
    }
  }

  #resolve(name: string, need: symbol, own: DependencyContainer): unknown {
    try {
      return own.resolve(need);
    } catch (error) {
      if (error instanceof Need && error.field === 'needs') throw error;
      const problem = `needs "${tokenName(need)}" of provider "${this.#offeredBy.get(need)}", which has a fault itself`;
      throw new Need(`needs/${name}`, problem, 'correct that one first', this.#offeredBy.get(need));
    }
  }

  #start(provider: Provider, given: Services): void {
    const stop = provider.start?.(given);
    if (typeof stop === 'function') this.#stops.push({ name: provider.name, stop });
  }

  #stopLater(name: string, service: unknown): void {
    const stop = (service as { stop?: unknown } | null)?.stop;
    if (typeof stop === 'function') this.#stops.push({ name, stop: () => stop.call(service) });
  }
}

/** A need that can't be met, on its way to becoming a problem of the provider that has it. */
class Need extends Error {
  readonly field: string;
  readonly remedy: string;
  /** The provider whose service it is. */
  readonly follows: string | undefined;

  constructor(field: string, problem: string, remedy: string, follows?: string) {
    super(problem);
    this.field = field;
    this.remedy = remedy;
    this.follows = follows;
  }
}

function problemOf(provider: Provider, error: unknown): ProviderProblem {
  if (error instanceof Need) {
    const { field, message: problem, remedy, follows } = error;
    return { provider: provider.name, field, problem, remedy, ...(follows === undefined ? {} : { follows }) };
  }
  const problem = `failed when its rows were made: ${error instanceof Error ? error.message : String(error)}`;
  return { provider: provider.name, field: '', problem, remedy: 'correct it, or take it out of the configuration' };
}
