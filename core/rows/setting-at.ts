import type { Registry } from './registry.ts';
import { isSetting, type SettingPlace } from './row-ref.ts';

/** The setting at an address; undefined for none, and for a row of another type. */
export function settingAt(registry: Registry, path: string): SettingPlace | undefined {
  const place = registry.locate(path);
  return place !== undefined && isSetting(place) ? place : undefined;
}
