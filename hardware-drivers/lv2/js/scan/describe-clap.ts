// The description of a CLAP plugin by what lv2-scan says of it.
import type { PluginDescription } from 'rowdesk/driver';
import type { ClapFacts } from './clap-facts.ts';
import { portsOfClap } from './clap-ports.ts';
import { describePlugin, type Origin } from './describe.ts';
import { shortened } from './names.ts';

/** By features of clap/plugin-features.h, special ones first: a plugin may name a group beside its kind. */
const classes = new Map([
  ['equalizer', 'EQ'],
  ['compressor', 'Compressor'],
  ['limiter', 'Limiter'],
  ['de-esser', 'De-esser'],
  ['transient-shaper', 'Transient shaper'],
  ['reverb', 'Reverb'],
  ['delay', 'Delay'],
  ['chorus', 'Chorus'],
  ['flanger', 'Flanger'],
  ['phaser', 'Phaser'],
  ['tremolo', 'Tremolo'],
  ['distortion', 'Distortion'],
  ['pitch-correction', 'Pitch correction'],
  ['pitch-shifter', 'Pitch shifter'],
  ['frequency-shifter', 'Frequency shifter'],
  ['phase-vocoder', 'Phase vocoder'],
  ['granular', 'Granular'],
  ['glitch', 'Glitch'],
  ['restoration', 'Restoration'],
  ['filter', 'Filter'],
  ['multi-effects', 'Multi-effects'],
  ['mastering', 'Mastering'],
  ['mixing', 'Mixing'],
  ['utility', 'Utility'],
  ['analyzer', 'Analyser'],
  ['instrument', 'Instrument'],
  ['note-effect', 'Note effect'],
]);

/** `supported` says that the description has no reason against it; the probe has the last word. */
export function describeClap(facts: ClapFacts, origin: Origin): PluginDescription {
  const { uri, vendor, features, hasState, refused } = facts;
  const ports = portsOfClap(facts);
  const name = facts.name || uri;
  const known = { type: 'plugin', uri, name, vendor, classes: [], library: origin.bundle, requires: [] } as const;
  const described = describePlugin({ ...known, hasState, latencyPort: -1, ports, properties: [] }, [], origin);
  const noPorts = ports.length === 0 ? 'It has no audio input.' : described.reason;
  const reason = refused === '' ? noPorts : `${refused.charAt(0).toUpperCase()}${refused.slice(1)}.`;
  const named = [...classes].find(([feature]) => features.includes(feature));
  return {
    ...{ ...described, format: 'clap', class: named?.[1] ?? 'Plugin' },
    ...{ supported: reason === '', reason: shortened(reason, 512) },
  };
}
