// Addresses, fields and values of rows in words, for lists of changes.
import type { FieldContract } from 'rowdesk/client';
import { contractOf } from '../desk/contracts.ts';
import { fieldOf } from '../desk/rows.ts';
import { stripName, stripPath } from '../desk/strip-name.ts';
import { stripOf } from '../desk/strip-path.ts';
import { decibels } from '../scale/decibels.ts';
import { t, textOr } from '../text/text.ts';

/** The strip's name, or what else the row is about. */
export function placeWords(path: string): string {
  const strip = stripOf(path);
  if (strip !== undefined) return stripName(strip);
  const [, group = '', id = '', kind = '', index = ''] = path.split('/');
  if (group !== 'stagebox') return textOr(`show.place.${group}`, group);
  const box = decodeURIComponent(id);
  if (kind === 'inputs') return t('show.socketIn', { box, index });
  return kind === 'outputs' ? t('show.socketOut', { box, index }) : box;
}

/** `Level`, `Send Mix 1 · level`, `Compressor · threshold`, `Feedback · on`. */
export function fieldWords(path: string, field: string): string {
  const name = textOr(`show.field.${field}`, spoken(field));
  const send = /\/sends\/(\w+)\/(\d+)$/.exec(path);
  if (send !== null)
    return `${t('show.send', { bus: stripName(stripPath(String(send[1]), String(send[2]))) })} · ${name}`;
  const part = /^\/channel\/\w+\/\d+\/(?:chain\/processors\/(\w+)|(align|eq|hrp|speakerAlign)\b)/.exec(path);
  const processor = part?.[1] ?? part?.[2];
  if (processor === undefined) return name;
  return `${textOr(`show.processor.${processor}`, processor)} · ${name}`;
}

/** `thresholdDb` -> `Threshold`, `band2FrequencyHz` -> `Band 2 frequency`. */
function spoken(field: string): string {
  const plain = field.replace(/(Db|Dbfs|Hz|Ms|S|Percent)$/, '').replace(/([A-Z]|\d+)/g, ' $1');
  const words = plain.trim().toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** A value with its unit. */
export function valueWords(path: string, field: string, value: unknown): string {
  if (value === undefined || value === null || value === '') return '–';
  if (typeof value === 'boolean') {
    if (field === 'muted') return t(value ? 'show.muted' : 'show.open');
    return t(value ? 'show.on' : 'show.off');
  }
  if (typeof value === 'number') return numberWords(value, unitOf(path, field));
  if (Array.isArray(value)) return value.length === 0 ? t('show.noneOf') : value.map(itemWords).join(', ');
  if (typeof value === 'object') return itemWords(value);
  return String(value);
}

/** A strip by its name, anything else by its measures: `315 Hz −6.0 dB`. */
function itemWords(item: unknown): string {
  if (typeof item !== 'object' || item === null) return String(item);
  const { kind, index, strip } = item as {
    readonly kind?: unknown;
    readonly index?: unknown;
    readonly strip?: unknown;
  };
  if (kind !== undefined) return stripName(stripPath(String(kind), String(index)));
  if (strip !== undefined) return itemWords(strip);
  const measures = Object.entries(item).flatMap(([name, value]) => {
    const unit = suffixes.find(([suffix]) => name.endsWith(suffix))?.[1];
    return unit === undefined || typeof value !== 'number' ? [] : [numberWords(value, unit)];
  });
  return measures.length === 0 ? '…' : measures.join(' ');
}

const suffixes = [
  ['Dbfs', 'dBFS'],
  ['Db', 'dB'],
  ['Hz', 'Hz'],
  ['Ms', 'ms'],
  ['Percent', '%'],
] as const;

/** The name of a field says its unit; the contract says it of a plugin's parameters. */
function unitOf(path: string, field: string): string {
  const known = suffixes.find(([suffix]) => field.endsWith(suffix));
  if (known !== undefined) return known[1];
  if (!path.includes('/processors/')) return '';
  const contract = contractOf(path).value?.fields[field] as FieldContract | undefined;
  return typeof contract?.unit === 'string' ? contract.unit : '';
}

export function numberWords(value: number, unit: string): string {
  if (unit === 'dB' || unit === 'dBFS') return `${decibels(value)} ${unit}`;
  if (unit === 'Hz' && value >= 1000) return `${plain(value / 1000)} kHz`;
  if (unit === 'ms' && value >= 1000) return `${plain(value / 1000)} s`;
  return `${plain(value)} ${unit}`.trim();
}

const plain = (value: number) => String(Number(value.toPrecision(4))).replace('-', '−');

/** `20:51`, with the day where it is not today. */
export function timeWords(iso: unknown): string {
  const at = new Date(String(iso ?? ''));
  if (Number.isNaN(at.getTime())) return '–';
  const clock = at.toLocaleTimeString([], { hour: '2-digit', minute: '2-digit', hour12: false });
  return at.toDateString() === new Date().toDateString() ? clock : `${at.toLocaleDateString()} ${clock}`;
}

/** Colour of the strip's plate; for the attribute `data-colour`. */
export const colourOf = (path: string): string => fieldOf<string>(stripOf(path) ?? path, 'colour').value ?? 'off';

/** `1 change`, `11 changes` */
export const changeCount = (count: number): string => t(count === 1 ? 'show.oneChange' : 'show.changeCount', { count });
