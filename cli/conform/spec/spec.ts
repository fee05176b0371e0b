// The tables of interface.md, version 2026-09-02, in one.
import type { SpecRow } from '../spec-row.ts';
import { channel } from './channel.ts';
import { clock } from './clock.ts';
import { patchbay } from './patchbay.ts';
import { channelConfigs, history, safety, sessionsAndScenes } from './show.ts';
import { stageboxModel, telemetry } from './telemetry.ts';

/** The version string that the description carries (9). */
export const interfaceVersion = '2026-09-02';

/** Every row of the endpoint table of part 4, in its order. */
export const spec: readonly SpecRow[] = [
  ...channel,
  ...patchbay,
  ...clock,
  ...safety,
  ...channelConfigs,
  ...history,
  ...telemetry,
  ...sessionsAndScenes,
  ...stageboxModel,
];

/** 2.1 */
export const kinds = [
  'input',
  'fxReturn',
  'aux',
  'mix',
  'matrix',
  'cue',
  'main',
  'fxSend',
  'dca',
  'muteGroup',
  'mixMinus',
] as const;

/** Part 4: paths that exist, whose methods and bodies are not shown. All of them are continuous (6.4). */
export const otherPaths: readonly string[] = [
  '/channel/{kind}/{index}/eq/bands/sort',
  '/channel/{kind}/{index}/hrp/report',
  '/channel/{kind}/{index}/hrp/reset',
  '/channel/{kind}/{index}/meter',
  '/channel/{kind}/{index}/speakerAlign',
  '/channel/{kind}/{index}/spectrum',
  '/clipboard/{slot}/paste',
  '/console/bpm/tap',
  '/cue/clear',
  '/discovery/scan',
  '/measurement/plan',
  '/measurement/run',
  '/meters',
  '/patches',
  '/patches/{id}',
  '/patches/{id}/apply',
  '/record/start',
  '/record/stop',
  '/vendorA/totalmix/reassert',
  '/streams/{id}/demand',
  '/surface/autodetect',
  '/takes/{id}/export',
  '/takes/{id}/render',
  '/vsc/eject',
];

/** 6.4: the rows of these groups are continuous too, as far as the interface names them. */
const continuousGroups: readonly string[] = [
  '/telemetry',
  '/history',
  '/clock',
  '/scenes',
  '/sessions',
  '/patches',
  '/channelConfigs',
  '/patchbay/disconnect',
  '/patchbay/external',
];

/** Whether 6.4 names this template. */
export function isContinuous(template: string): boolean {
  const isBelow = (group: string) => template === group || template.startsWith(`${group}/`);
  const isNamed = spec.some((row) => row.template === template);
  return otherPaths.includes(template) || (isNamed && continuousGroups.some(isBelow));
}
