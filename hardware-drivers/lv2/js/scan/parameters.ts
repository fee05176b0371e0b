// Parameters and readings by the control ports of a plugin. Ranges that are absent or turned round become usable ones, and
// defaults lie within their ranges.
import type { HostedParameter, HostedReading } from 'rowdesk/driver';
import type { PortFacts } from './facts.ts';
import { choiceValue, shortened, uniqueName } from './names.ts';
import { unitSymbol } from './units.ts';

const mostOfLabel = 128;
const mostOfChoice = 64;
const mostChoices = 512;
/** Ranges in multiples of the sample rate are those of the probe. */
const probeRate = 48_000;
const core = 'http://lv2plug.in/ns/lv2core#';
const ruledByHost = new Set([`${core}enabled`, `${core}freeWheeling`, `${core}latency`]);

/** What a row can hold as a field. */
export const isSymbol = (text: string) => /^[A-Za-z_][A-Za-z0-9_]{0,63}$/.test(text) && text !== '__proto__';

export const isRuledByHost = (port: PortFacts, latencyPort: number) =>
  port.index === latencyPort || ruledByHost.has(port.designation) || port.properties.includes('reportsLatency');

export function parameterOf(port: PortFacts): HostedParameter {
  const is = (property: string) => port.properties.includes(property);
  const head = { symbol: port.symbol, label: labelOf(port), unit: unitSymbol(port.unit) };
  const choices = is('enumeration') ? choicesOf(port) : [];
  if (choices.length > 0) {
    const numbers = choices.map(({ number }) => number);
    const given = port.default ?? port.minimum ?? 0;
    const nearest = numbers.reduce((a, b) => (Math.abs(b - given) < Math.abs(a - given) ? b : a));
    const range = { minimum: Math.min(...numbers), maximum: Math.max(...numbers), default: nearest };
    return { ...head, ...range, scale: 'enum', choices };
  }
  if (is('toggled'))
    return { ...head, minimum: 0, maximum: 1, default: (port.default ?? 0) > 0 ? 1 : 0, scale: 'toggle' };
  const range = rangeOf(port);
  if (is('integer') || is('enumeration')) {
    const minimum = Math.round(range.minimum);
    const maximum = Math.max(minimum + 1, Math.round(range.maximum));
    const start = Math.min(maximum, Math.max(minimum, Math.round(range.default)));
    return { ...head, minimum, maximum, default: start, scale: 'linear', step: 1 };
  }
  return { ...head, ...range, scale: is('logarithmic') && range.minimum > 0 ? 'log' : 'linear' };
}

export function readingOf(port: PortFacts): HostedReading {
  const { minimum, maximum } = rangeOf(port);
  return { symbol: port.symbol, label: labelOf(port), unit: unitSymbol(port.unit), minimum, maximum };
}

const labelOf = (port: PortFacts) => shortened(port.label, mostOfLabel) || port.symbol;

function rangeOf(port: PortFacts): { minimum: number; maximum: number; default: number } {
  const isOfRate = port.properties.includes('sampleRate');
  const times = isOfRate ? probeRate : 1;
  const bound = (value: number | null) => (value === null ? null : value * times);
  let minimum = bound(port.minimum) ?? Math.min(0, port.default ?? 0);
  let maximum = bound(port.maximum) ?? Math.max(1, minimum + 1, port.default ?? 0);
  if (maximum < minimum) [minimum, maximum] = [maximum, minimum];
  // A range of one value is none.
  if (maximum === minimum) maximum = minimum + 1;
  let start = port.default ?? minimum;
  // Some write this default in Hz beside bounds in multiples of the rate.
  if (isOfRate && port.default !== null && start <= (port.maximum ?? 1)) start *= probeRate;
  return { minimum, maximum, default: Math.min(maximum, Math.max(minimum, start)) };
}

function choicesOf(port: PortFacts): NonNullable<HostedParameter['choices']> {
  const byNumber = new Map<number, string>();
  for (const { label, number } of port.points) {
    if (number !== null && !byNumber.has(number)) byNumber.set(number, label);
  }
  // Too many for a list: the parameter is a number.
  if (byNumber.size > mostChoices) return [];
  const values = new Set<string>();
  return [...byNumber]
    .sort(([a], [b]) => a - b)
    .map(([number, given]) => {
      const label = shortened(given, mostOfLabel) || String(number);
      const value = uniqueName(choiceValue(given, mostOfChoice) || String(number), values, '-', mostOfChoice);
      values.add(value);
      return { value, label, number };
    });
}
