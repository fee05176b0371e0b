// Makes the plans of driver processes from packages, models and failures. Pure: the same facts give the same plan.
import type { ConfiguredDevice } from '../../base/config-entries.ts';
import type { DiscoveredModel } from '../../driver.ts';
import type { PlannedDevice, ProcessPlan, Status } from '../link/shapes.ts';
import { type AudioOrder, type AudioOrderInputs, orderAudio, planned } from './audio-order.ts';
import { choose, type ModelChoice } from './choice.ts';
import { type ChosenModel, type KnownModel, mergeModels, modelOf, virtualTransport } from './models.ts';
import type { DriverPackage } from './package.ts';

export interface PlanInputs extends Pick<AudioOrderInputs, 'wereOpen' | 'held'> {
  readonly packages: readonly DriverPackage[];
  readonly configured: readonly ConfiguredDevice[];
  readonly discovered: readonly DiscoveredModel[];
  /** Discovered earlier, absent now. */
  readonly gone: readonly DiscoveredModel[];
  /** Loaded packages that can't discover. */
  readonly blind: ReadonlySet<string>;
  readonly failures: Status['failures'];
  /** Packages that open no model, with the reason: too many crashes, or a failure to load. */
  readonly setAside: ReadonlyMap<string, string>;
  /** Names of packages that win a tie. */
  readonly preferred: readonly string[];
}

export interface Planned extends Pick<AudioOrder, 'taken' | 'leftOut'> {
  /** '' for none. */
  readonly mixer: string;
  /** Several mixers, none of them preferred. */
  readonly tiedMixers: readonly string[];
  readonly audioDevices: ProcessPlan['devices'];
  /** Known devices for the mixer that are absent or have no driver now, by id. */
  readonly awaited: readonly string[];
  /** By the package whose process opens them. */
  readonly controlDevices: ReadonlyMap<string, readonly PlannedDevice[]>;
  readonly models: readonly KnownModel[];
  readonly choices: readonly ModelChoice[];
}

export function makePlan(facts: PlanInputs): Planned {
  const { packages, configured, discovered, gone, blind, preferred } = facts;
  const isOut = (driver: string, { id }: DiscoveredModel) =>
    facts.setAside.has(driver) || facts.failures.some((failure) => failure.driver === driver && failure.id === id);
  const chooseFor = (model: DiscoveredModel) => choose(model, packages, isOut, preferred);
  const matching = (model: DiscoveredModel) =>
    choose(model, packages, () => false).candidates.map(({ driver }) => driver);
  const known = mergeModels(configured, discovered, gone, (model) => {
    const drivers = matching(model);
    return drivers.length > 0 && drivers.every((driver) => blind.has(driver));
  });
  const audio = new Set(packages.filter(({ manifest }) => manifest.audio).map(({ name }) => name));
  // A model that no driver claims counts as one for the mixer, because silence is safe.
  const forMixer = known.filter(({ model }) => {
    const drivers = matching(model);
    return drivers.length === 0 || drivers.some((driver) => audio.has(driver));
  });
  const virtual = firstVirtual(packages, chooseFor);
  const isAnyNamed = forMixer.some(({ isConfigured }) => isConfigured);
  const models: readonly KnownModel[] =
    virtual && !isAnyNamed ? [...known, { model: virtual.model, isConfigured: false, isThere: true }] : known;
  const choices = models.filter(({ isThere }) => isThere).map(({ model }) => chooseFor(model));

  const chosen = choices.flatMap(({ model, chosen: best }) => (best ? [{ model, driver: best.driver }] : []));
  const { devices, taken, leftOut } = orderAudio({
    models: forMixer,
    others: known.filter((each) => !forMixer.includes(each)),
    chosen: chosen.filter(({ model, driver }) => audio.has(driver) && model !== virtual?.model),
    virtual,
    wereOpen: facts.wereOpen,
    held: facts.held,
  });

  const controlDevices = new Map<string, PlannedDevice[]>();
  for (const each of chosen.filter(({ driver }) => !audio.has(driver))) {
    controlDevices.set(each.driver, [...(controlDevices.get(each.driver) ?? []), planned(each)]);
  }
  return {
    ...chooseMixer(facts),
    audioDevices: devices.map((device) => {
      const isResampled = configured.some(({ id, resample }) => id === device.model.id && resample === true);
      return isResampled ? { ...device, resample: true } : device;
    }),
    awaited: forMixer.map(({ model }) => model.id).filter((id) => !devices.some(({ model }) => model.id === id)),
    controlDevices,
    models,
    choices,
    taken,
    leftOut,
  };
}

function chooseMixer({ packages, setAside, preferred }: PlanInputs): Pick<Planned, 'mixer' | 'tiedMixers'> {
  const mixers = packages.filter(({ name, manifest }) => manifest.kind === 'mixer' && !setAside.has(name));
  const names = mixers.map(({ name }) => name);
  const mixer = preferred.find((name) => names.includes(name)) ?? (names.length === 1 ? names[0] : undefined);
  return { mixer: mixer ?? '', tiedMixers: mixer === undefined ? names : [] };
}

/** The first virtual model that a manifest names. */
function firstVirtual(
  packages: readonly DriverPackage[],
  chooseFor: (model: DiscoveredModel) => ModelChoice,
): ChosenModel | undefined {
  for (const { manifest } of packages.filter((each) => each.manifest.audio)) {
    for (const { transport, model: name } of manifest.matches) {
      if (transport !== virtualTransport || name === undefined || name.includes('*')) continue;
      const model = modelOf({ id: name, transport, model: name });
      const { chosen } = chooseFor(model);
      if (chosen) return { model, driver: chosen.driver };
    }
  }
  return undefined;
}
