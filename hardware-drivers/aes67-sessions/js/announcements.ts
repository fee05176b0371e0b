// What the desk announces, as the rows of network audio hand it over.
import { isForStreams } from './address.ts';
import type { Announcement } from './session.ts';

export const mostAnnouncements = 64;

type Check = (value: unknown) => boolean;

const isWhole =
  (least: number, most: number): Check =>
  (value) =>
    Number.isInteger(value) && (value as number) >= least && (value as number) <= most;
const isText =
  (longest: number): Check =>
  (value) =>
    typeof value === 'string' && value.length <= longest;
const isListOf =
  (check: Check, least: number, most: number): Check =>
  (value) =>
    Array.isArray(value) && value.length >= least && value.length <= most && value.every(check);
const hasFields =
  (fields: Readonly<Record<string, Check>>): Check =>
  (value) =>
    typeof value === 'object' &&
    value !== null &&
    Object.entries(fields).every(([name, check]) => check((value as Readonly<Record<string, unknown>>)[name]));

const grandmaster = /^[0-9A-F]{2}(-[0-9A-F]{2}){7}$/;
const isPath = hasFields({
  address: (value) => typeof value === 'string' && isForStreams(value),
  port: isWhole(1_024, 65_535),
  ttl: isWhole(1, 255),
});
const isClock: Check = (value) =>
  value === null ||
  hasFields({ grandmasterId: (id) => typeof id === 'string' && grandmaster.test(id), domain: isWhole(0, 127) })(value);

const checks: Readonly<Record<keyof Announcement, readonly [Check, string]>> = {
  id: [(value) => typeof value === 'string' && /^[a-z0-9-]{1,32}$/.test(value), '1 to 32 letters a to z, digits and -'],
  name: [isText(128), 'a text of at most 128 characters'],
  paths: [isListOf(isPath, 1, 2), '1 or 2 of { address, port 1024 to 65535, ttl 1 to 255 }'],
  encoding: [(value) => value === 'L16' || value === 'L24', 'L16 or L24'],
  rateHz: [isWhole(8_000, 384_000), '8000 to 384000'],
  channels: [isWhole(1, 64), '1 to 64'],
  channelLabels: [isListOf(isText(128), 0, 64), 'at most 64 texts of at most 128 characters'],
  payloadType: [isWhole(0, 127), '0 to 127'],
  packetTimeUs: [isWhole(1, 1_000_000), '1 to 1000000'],
  packetFrames: [isWhole(1, 4_096), '1 to 4096'],
  clock: [isClock, 'null, or { grandmasterId as 00-1D-C1-FF-FE-12-34-56, domain 0 to 127 }'],
};

/** Throws Error that names the field and its range. */
export function announcementsOf(value: unknown): readonly Announcement[] {
  if (!Array.isArray(value)) throw new Error('announced must be a list');
  if (value.length > mostAnnouncements) throw new Error(`announced has at most ${mostAnnouncements} streams`);
  for (const [index, each] of value.entries()) {
    for (const [field, [check, words]] of Object.entries(checks)) {
      if (!hasFields({ [field]: check })(each)) throw new Error(`announced[${index}].${field} must be ${words}`);
    }
  }
  if (new Set(value.map(({ id }) => id)).size < value.length) throw new Error('announced has an id twice');
  return value;
}
