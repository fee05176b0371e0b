import { PluginSummary, Type } from 'rowdesk/provider';

const { id, bundle: _bundle, bundleTimeMs: _bundleTimeMs, ...described } = PluginSummary.properties;

/** Of the row of a plugin; the task `scan` stands beside. */
export const pluginId = id;

const crashes = Type.Number({ title: 'How often it was at fault, since its count began' });
const quarantined = Type.Boolean({
  default: false,
  title: 'It may not run: set after three faults within ten minutes, or by hand',
});

const usedBy = Type.Array(Type.String(), { title: 'The places where it stands' });

/** Of a plugin in the list, and in its own row. */
const summary = { ...described, crashes };

export const plugins = {
  items: Type.Array(Type.Object({ id: pluginId, ...summary, quarantined, usedBy }), {
    title: 'All of the last scan; those that are not supported have a reason',
  }),
  refused: Type.Array(Type.Object({ bundle: Type.String(), reason: Type.String() }), {
    title: 'Bundles that can not be read',
  }),
  scannedAt: Type.String({ title: 'When the last scan ended, ISO 8601; empty before the first one' }),
  total: Type.Integer({ title: 'Plugins of the last scan' }),
  supported: Type.Integer({ title: 'Those of them that can stand in a place' }),
  heldBy: Type.Array(Type.String(), {
    title:
      'What the system holds plugins by in their racks: user-namespace, process-namespace, no-new-privileges, landlock, seccomp; empty until the plugin host runs',
  }),
  scanning: Type.Union(
    [Type.Object({ done: Type.Number(), total: Type.Number(), phase: Type.String() }), Type.Null()],
    { title: 'How far a scan is that runs now; null for none' },
  ),
};

export const plugin = {
  id: pluginId,
  ...summary,
  quarantined,
  lastFault: Type.String({ title: 'What it did last; empty while it behaves' }),
  bundle: Type.String({ title: 'The folder or file that has it' }),
  latencyFrames: Type.Integer({ unit: 'frames', title: 'At 48 kHz with its default values, as the scan measured it' }),
  parameters: Type.Integer({ title: 'How many fields it has in values, properties aside' }),
  readings: Type.Integer({ title: 'How many fields it has in readings' }),
  properties: Type.Integer({ title: 'How many properties it has' }),
  hasState: Type.Boolean({ title: 'It keeps more than its values; the desk saves that too' }),
  presets: Type.Array(
    Type.Object({
      uri: Type.String(),
      label: Type.String(),
      hasState: Type.Boolean({ title: 'It sets more than values' }),
    }),
  ),
  usedBy,
};
