import { type Desk, type PluginSummary, type Row, setting, stopAll, view } from 'rowdesk/provider';
import { plugin, pluginId, plugins } from '../contract.ts';
import type { HostedPlugins } from '../hosted-plugins.ts';
import type { PluginLibrary } from '../plugin-library.ts';
import type { Scanner } from '../scanner.ts';

export const pluginPath = (id: string): string => `/plugins/${id}`;

export interface PluginRowsNeeds {
  readonly desk: Desk;
  readonly hosted: HostedPlugins;
  readonly library: PluginLibrary;
  readonly scanner: Scanner;
}

/** The plugins that there are, and each of them. */
export function pluginRows({ desk, hosted, library, scanner }: PluginRowsNeeds): readonly Row[] {
  const { observed } = desk;
  const crashesOf = (id: string) => Number(observed.read(pluginPath(id), 'crashes')?.value ?? 0);
  const summaryOf = (own: PluginSummary) => {
    const { uri, name, vendor, class: sort, format, audioIn, audioOut, keyIn, supported, reason } = own;
    const ports = { audioIn, audioOut, keyIn };
    return { uri, name, vendor, class: sort, format, ...ports, supported, reason, crashes: crashesOf(own.id) };
  };
  const onReports = (changed: () => void) =>
    observed.onChange((changes) => changes.some(({ path }) => /^\/plugins(\/|$)/.test(path)) && changed());
  return [
    view('/plugins', {
      summary: 'Plugins of others that may stand in the inserts of strips, as the last scan found them',
      fields: plugins,
      atMostEveryMs: 500,
      get: () => {
        const all = hosted.list();
        const used = hosted.used();
        return {
          items: all.map((each) => ({
            id: each.id,
            ...summaryOf(each),
            ...{ quarantined: hosted.isQuarantined(each), usedBy: [...used(each.uri)] },
          })),
          refused: library.index.refused.map(({ bundle, reason }) => ({ bundle, reason })),
          scannedAt: library.scannedAt,
          total: all.length,
          supported: all.filter(({ supported }) => supported).length,
          heldBy: (observed.read('/plugins', 'heldBy')?.value ?? []) as readonly string[],
          scanning: scanner.progress,
        };
      },
      watch: (_at, changed) =>
        stopAll(hosted.onChange(changed), hosted.onUse(changed), scanner.onChange(changed), onReports(changed)),
    }),
    setting('/plugins/{id}', {
      summary: 'A plugin: what it is, its presets, and whether it may run',
      params: { id: pluginId },
      addresses: {
        has: ({ id }) => library.byId(id) !== undefined,
        list: () => hosted.list().map(({ id }) => ({ id })),
        watch: (changed) => hosted.onChange(changed),
      },
      fields: plugin,
      writable: ['quarantined'],
      computed: ({ id }, _desk, reported) => {
        const own = library.byId(id) as PluginSummary;
        const described = hosted.get(own.uri);
        return {
          id,
          ...summaryOf(own),
          crashes: Number(reported.read(pluginPath(id), 'crashes')?.value ?? 0),
          lastFault: String(reported.read(pluginPath(id), 'lastFault')?.value ?? ''),
          bundle: own.bundle,
          latencyFrames: described?.latencyFrames ?? 0,
          parameters: described?.parameters.length ?? 0,
          readings: described?.readings.length ?? 0,
          properties: described?.properties.length ?? 0,
          hasState: described?.hasState ?? false,
          presets: (described?.presets ?? []).map(({ uri, label, hasState }) => ({ uri, label, hasState })),
          usedBy: hosted.used()(own.uri),
        };
      },
      watch: (_at, changed) => stopAll(hosted.onChange(changed), hosted.onUse(changed)),
      target: 'plugins',
      life: 'site',
    }),
  ];
}
