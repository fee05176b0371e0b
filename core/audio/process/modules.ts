// Loads driver modules, in a process whose crash leaves the control process running.
import { dirname } from 'node:path';
import { pathToFileURL } from 'node:url';
import { isSameJson } from '../../base/json.ts';
import { withTimeout } from '../../base/timeout.ts';
import type { AudioDriver, ControlDriver, DriverContext, DriverModule, MixerDriver } from '../../driver.ts';
import type { Time } from '../../services.ts';
import { ownFiles } from '../../system/package-owners.ts';
import type { LoadOrder, ProcessPlan, Status } from '../link/shapes.ts';
import type { CallMarkers } from './call-markers.ts';
import { checkedModels, checkedModule, messageOf } from './untrusted.ts';

type Import = (url: string) => Promise<{ readonly default?: unknown }>;
/** How long the import of a driver may take, in milliseconds. */
const importMs = 10_000;

export interface ModulesParts {
  readonly marks: CallMarkers;
  readonly time: Pick<Time, 'after'>;
  /** A package is about to be imported. */
  readonly loads: (order: LoadOrder) => void;
  readonly importModule?: Import;
}

interface Loaded {
  readonly order: LoadOrder;
  readonly module?: DriverModule;
  readonly discovers: boolean;
  readonly reason: string;
}

export class DriverModules {
  readonly #loaded = new Map<string, Loaded>();
  #configs: NonNullable<ProcessPlan['configs']> = {};
  readonly #marks: CallMarkers;
  readonly #parts: ModulesParts;

  constructor(parts: ModulesParts) {
    this.#parts = parts;
    this.#marks = parts.marks;
  }

  /** Loads packages that are not loaded yet. A package that fails is kept with the reason. Never rejects. */
  async load(orders: readonly LoadOrder[]): Promise<void> {
    for (const order of orders) {
      if (!this.#loaded.has(order.name)) this.#loaded.set(order.name, await this.#load(order));
    }
  }

  /** The module of an audio or control device's driver. Throws Error with the reason. */
  deviceDriver(name: string): AudioDriver | ControlDriver {
    return this.#module(name, (kind) => kind !== 'mixer') as AudioDriver | ControlDriver;
  }

  mixerDriver(name: string): MixerDriver {
    return this.#module(name, (kind) => kind === 'mixer') as MixerDriver;
  }

  order(name: string): LoadOrder | undefined {
    return this.#loaded.get(name)?.order;
  }

  get packages(): Status['packages'] {
    return [...this.#loaded.values()].map(({ order, module, discovers, reason }) => ({
      name: order.name,
      version: order.version,
      state: module ? 'loaded' : 'failed',
      reason,
      discovers,
    }));
  }

  /** Takes configurations that a client changed, by package. True if one of them is another than before. */
  configure(configs: NonNullable<ProcessPlan['configs']>): boolean {
    const before = this.#configs;
    this.#configs = configs;
    return !isSameJson(before, configs);
  }

  /** The present models. A malformed model of a driver is left out and logged. */
  discover(log: (driver: string) => DriverContext['log']): Status['models'] {
    return [...this.#loaded.values()].flatMap(({ order, module, discovers }) => {
      if (!discovers) return [];
      const { name } = order;
      const config = this.#configs[name] ?? order.config;
      const driver = module as AudioDriver;
      try {
        const models = this.#marks.into(name, () => driver.discover?.({ log: log(name), config }) ?? []);
        const reject = (json: string) => log(name)('warn', `discover() gave a model that is none: ${json}`);
        return checkedModels(models, reject).map((model) => ({ driver: name, model }));
      } catch (error) {
        log(name)('error', `discover() failed: ${messageOf(error)}`);
        return [];
      }
    });
  }

  async #load(order: LoadOrder): Promise<Loaded> {
    try {
      const { time, loads, importModule = (url) => import(url) as ReturnType<Import> } = this.#parts;
      ownFiles(order.name, dirname(order.module));
      loads(order);
      const { default: module } = await this.#marks.into(order.name, () => {
        return withTimeout(importModule(pathToFileURL(order.module).href), importMs, time);
      });
      return { order, ...checkedModule(module, order), reason: '' };
    } catch (error) {
      return { order, discovers: false, reason: messageOf(error) };
    }
  }

  #module(name: string, fits: (kind: LoadOrder['kind']) => boolean): DriverModule {
    const loaded = this.#loaded.get(name);
    if (!loaded?.module) throw new Error(loaded?.reason ?? `the package ${name} was not loaded`);
    const { kind } = loaded.order;
    if (!fits(kind)) throw new Error(`the package ${name} is a driver of kind ${kind}`);
    return loaded.module;
  }
}
