// Driver processes that wait for something to do (Activation): which of them start now, and what the others wait for.
import type { Demand } from '../../reconcile/target.ts';
import type { Configurations } from '../discovery/configurations.ts';
import { Activation } from './activation.ts';
import { audioName } from './audio-snapshot.ts';
import type { Greeting, ProcessClient } from './process-client.ts';
import { processOf } from './process-share.ts';
import type { ProcessesOptions } from './processes-options.ts';
import type { UnbuiltPackages } from './unbuilt-packages.ts';

type Client = Pick<ProcessClient, 'name' | 'isHeld' | 'isDormant' | 'start'>;

export class DormantClients {
  /** A value that is desired may start a process. */
  readonly demand: Demand;
  readonly #packages: ProcessesOptions['packages'];
  readonly #activation: Activation;
  readonly #unbuilt: Pick<UnbuiltPackages, 'mayLaunch'>;
  #clients: readonly Client[] = [];
  #greeting: Greeting | undefined;

  constructor(
    { packages, stateFolder, config, attached }: ProcessesOptions,
    configurations: Pick<Configurations, 'of'>,
    unbuilt: Pick<UnbuiltPackages, 'mayLaunch'>,
  ) {
    this.#packages = packages;
    this.#unbuilt = unbuilt;
    const configOf = (name: string) => configurations.of(name);
    const { devices: configured } = config;
    const needs = { packages, stateFolder, configured, attached, configOf, environment: process.env };
    const activation = new Activation(needs);
    this.#activation = activation;
    this.demand = {
      targets: activation.targets,
      take: (target, value) => {
        if (activation.take(target, value)) this.startDue();
      },
    };
  }

  /** Attaches to the processes that run, and starts those that have something to do. */
  begin(clients: readonly Client[], greeting: Greeting): void {
    this.#clients = clients;
    this.#greeting = greeting;
    for (const client of clients) client.start(greeting, this.#isDue(client));
  }

  /**
   * Starts those that have something to do by now. One that was started stays, whatever leaves; one that another started is
   * started again from now on if it crashes, and not if it ends in order.
   */
  startDue(): void {
    if (this.#greeting === undefined) return;
    for (const client of this.#clients) if (client.isHeld && this.#isDue(client)) client.start(this.#greeting);
  }

  /** Starts none from now on. */
  end(): void {
    this.#greeting = undefined;
  }

  /** Of drivers without a process: what each waits for, in words. */
  get waiting(): ReadonlyMap<string, string> {
    const isDormant = new Set(this.#clients.filter((client) => client.isDormant).map(({ name }) => name));
    const packages = this.#packages.filter((each) => isDormant.has(processOf(each)));
    const words = packages.map((each) => [each.name, this.#activation.waitsFor(each)] as const);
    return new Map(words.filter(([, waitsFor]) => waitsFor !== ''));
  }

  #isDue({ name }: Client): boolean {
    if (!this.#unbuilt.mayLaunch(name)) return false;
    if (name === audioName) return true;
    return this.#packages.some((each) => processOf(each) === name && this.#activation.isDue(each));
  }
}
