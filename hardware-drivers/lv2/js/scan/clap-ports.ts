// A CLAP plugin as facts of ports, by which plugins are described: a channel is an audio port, a parameter a control port.
import type { ClapFacts, ClapParameterFacts, ClapPortFacts } from './clap-facts.ts';
import type { PluginFacts, PortFacts } from './facts.ts';

const enabled = 'http://lv2plug.in/ns/lv2core#enabled';
const switches = /^(off|on|no|yes|false|true|disabled|enabled)$/i;
/** A number, and what stands behind it. */
const numberWithUnit = /^([-+]?(?:\d+(?:\.\d*)?|\.\d+)|[-+]?(?:inf|∞))\s*([^\d\s].*)?$/i;

export function portsOfClap({ inputs, outputs, parameters }: ClapFacts): PluginFacts['ports'] {
  const shown = parameters.filter(({ isHidden }) => !isHidden);
  const names = shown.map(({ name }) => name);
  const isUnique = (name: string) => names.indexOf(name) === names.lastIndexOf(name);
  return [
    ...inputs.flatMap((each, n) => channelsOf(each, `in${n}`, true)),
    // What is not the main output is not heard.
    ...outputs.filter(({ isMain }) => isMain).flatMap((each, n) => channelsOf(each, `out${n}`, false)),
    ...shown.map((each) => controlOf(each, isUnique(each.name))),
  ].map((each, index) => ({ ...each, index }));
}

const neutral = {
  ...{ index: 0, isOptional: false, isSideChain: false, designation: '', properties: [], points: [], unit: null },
  ...{ minimum: null, maximum: null, default: null },
} as const;

function channelsOf({ channels, isMain }: ClapPortFacts, symbol: string, isInput: boolean): PortFacts[] {
  const types = ['AudioPort', isInput ? 'InputPort' : 'OutputPort'];
  return Array.from({ length: channels }, (_, n) => {
    const name = `${symbol}_${n}`;
    return { ...neutral, symbol: name, label: name, isInput, types, isSideChain: isInput && !isMain };
  });
}

function controlOf(parameter: ClapParameterFacts, isUnique: boolean): PortFacts {
  const { id, name, module, minimum, maximum, isReadOnly, isBypass } = parameter;
  const unit = unitOf(parameter);
  return {
    ...{ ...neutral, symbol: `p${id}`, minimum, maximum, default: parameter.default },
    label: isUnique || module === '' ? name : `${module.replaceAll('/', ' ')} ${name}`,
    ...{ isInput: !isReadOnly, types: ['ControlPort', isReadOnly ? 'OutputPort' : 'InputPort'] },
    designation: isBypass ? enabled : '',
    properties: kindOf(parameter, unit),
    unit: unit === undefined || unit === '' ? null : { uri: '', symbol: unit, render: '' },
    points: parameter.texts.map(({ number, text }) => ({ number, label: text })),
  };
}

/** As properties of LV2 ports say it. */
function kindOf(
  { minimum, maximum, isStepped, isEnum, texts }: ClapParameterFacts,
  unit: string | undefined,
): string[] {
  if (!isStepped || minimum === null || maximum === null) return [];
  const isSwitch =
    minimum === 0 && maximum === 1 && (unit === '' || texts.every(({ text }) => switches.test(text.trim())));
  if (isSwitch && !isEnum) return ['toggled'];
  const isNamed = texts.length === maximum - minimum + 1 && (isEnum || unit === undefined);
  return isNamed ? ['enumeration'] : ['integer'];
}

/** What stands behind the numbers of all texts; '' for nothing. Undefined where a text is not the number of its value. */
function unitOf({ minimum, texts }: ClapParameterFacts): string | undefined {
  const units = texts.map(({ number, text }) => {
    const [, digits = '', unit = ''] = numberWithUnit.exec(text.trim()) ?? [];
    // A level may begin at silence.
    const isSilence = number === minimum && /^-(inf|∞)$/i.test(digits);
    return number !== null && (isSilence || isNumber(digits, number)) ? unit.trim() : undefined;
  });
  return units.every((each) => each === units[0]) ? (units[0] ?? (texts.length === 0 ? '' : undefined)) : undefined;
}

/** Digits of a number, rounded at the last one. */
function isNumber(digits: string, number: number): boolean {
  const decimals = digits.split('.')[1]?.length ?? 0;
  return digits !== '' && Math.abs(Number(digits) - number) <= 0.51 * 10 ** -decimals + 1e-6 * Math.abs(number);
}
