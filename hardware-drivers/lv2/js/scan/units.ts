// Symbols of units, and labels of classes, by what stands behind the `#` of their URIs (LV2 1.18: units, lv2core). The
// specification's own files come with a package for developers, which a machine of a show has no need of.
import type { PortFacts } from './facts.ts';
import { shortened } from './names.ts';

const symbols = new Map([
  ['bar', 'bars'],
  ['beat', 'beats'],
  ['bpm', 'BPM'],
  ['cent', 'ct'],
  ['cm', 'cm'],
  ['coef', ''],
  ['db', 'dB'],
  ['degree', '°'],
  ['frame', 'frames'],
  ['hz', 'Hz'],
  ['inch', 'in'],
  ['khz', 'kHz'],
  ['km', 'km'],
  ['m', 'm'],
  ['mhz', 'MHz'],
  ['midiNote', 'note'],
  ['mile', 'mi'],
  ['min', 'min'],
  ['mm', 'mm'],
  ['ms', 'ms'],
  ['oct', 'oct'],
  ['pc', '%'],
  ['s', 's'],
  ['semitone12TET', 'st'],
]);

/** Special ones first: a plugin may name a class and its parent. */
const classes = new Map([
  ['ParaEQPlugin', 'Parametric EQ'],
  ['MultiEQPlugin', 'Multiband EQ'],
  ['EQPlugin', 'EQ'],
  ['CompressorPlugin', 'Compressor'],
  ['LimiterPlugin', 'Limiter'],
  ['GatePlugin', 'Gate'],
  ['ExpanderPlugin', 'Expander'],
  ['EnvelopePlugin', 'Envelope'],
  ['ReverbPlugin', 'Reverb'],
  ['WaveshaperPlugin', 'Waveshaper'],
  ['LowpassPlugin', 'Lowpass'],
  ['HighpassPlugin', 'Highpass'],
  ['BandpassPlugin', 'Bandpass'],
  ['AllpassPlugin', 'Allpass'],
  ['CombPlugin', 'Comb filter'],
  ['ChorusPlugin', 'Chorus'],
  ['FlangerPlugin', 'Flanger'],
  ['PhaserPlugin', 'Phaser'],
  ['PitchPlugin', 'Pitch shifter'],
  ['AmplifierPlugin', 'Amplifier'],
  ['AnalyserPlugin', 'Analyser'],
  ['ConverterPlugin', 'Converter'],
  ['FunctionPlugin', 'Function'],
  ['MixerPlugin', 'Mixer'],
  ['ConstantPlugin', 'Constant'],
  ['InstrumentPlugin', 'Instrument'],
  ['OscillatorPlugin', 'Oscillator'],
  ['DelayPlugin', 'Delay'],
  ['DistortionPlugin', 'Distortion'],
  ['DynamicsPlugin', 'Dynamics'],
  ['FilterPlugin', 'Filter'],
  ['ModulatorPlugin', 'Modulator'],
  ['SpatialPlugin', 'Spatial'],
  ['SpectralPlugin', 'Spectral'],
  ['SimulatorPlugin', 'Simulator'],
  ['GeneratorPlugin', 'Generator'],
  ['MIDIPlugin', 'MIDI'],
  ['UtilityPlugin', 'Utility'],
]);

const unitsPrefix = 'http://lv2plug.in/ns/extensions/units#';
const corePrefix = 'http://lv2plug.in/ns/lv2core#';
const mostOfUnit = 16;

export function unitSymbol(unit: PortFacts['unit']): string {
  if (unit === null) return '';
  const known = unit.uri.startsWith(unitsPrefix) ? symbols.get(unit.uri.slice(unitsPrefix.length)) : undefined;
  if (known !== undefined) return known;
  // `%.2f dB` of printf: what is not the number is the unit.
  const rendered = unit.render.replace(/%[-+ #0]*\d*(\.\d+)?[a-zA-Z]/, '').replaceAll('%%', '%');
  return shortened(unit.symbol || rendered, mostOfUnit);
}

/** `Plugin` for none that is known. */
export function classLabel(uris: readonly string[]): string {
  const own = new Set(uris.filter((uri) => uri.startsWith(corePrefix)).map((uri) => uri.slice(corePrefix.length)));
  for (const [name, label] of classes) if (own.has(name)) return label;
  return 'Plugin';
}
