// The settings of `/net`: which interfaces audio and control use, and the domain of PTP. Until an audio interface is named
// no socket is open and no group is joined.
import type { Reading, Value } from 'rowdesk/driver';

export const netPath = '/net';

export interface NetworkSettings {
  /** Names of interfaces, `eth0`; '' for none. The second one is that of ST 2022-7. */
  readonly audioInterface: string;
  readonly secondAudioInterface: string;
  readonly controlInterface: string;
  /** 0 to 127 */
  readonly ptpDomain: number;
}

type Field = keyof NetworkSettings;

/** A name that the kernel takes: 15 bytes, no slash, no colon (which is an alias of an address) and no space. */
const interfaceName = /^[A-Za-z0-9_.@-]{0,15}$/;
const isInterface = (value: unknown) => typeof value === 'string' && interfaceName.test(value);
const wantsInterface = "must be the name of an interface, as 'ip link' lists it, or empty";
const checks: Readonly<Record<Field, { readonly isValid: (value: unknown) => boolean; readonly words: string }>> = {
  audioInterface: { isValid: isInterface, words: wantsInterface },
  secondAudioInterface: { isValid: isInterface, words: wantsInterface },
  controlInterface: { isValid: isInterface, words: wantsInterface },
  ptpDomain: {
    isValid: (value) => Number.isInteger(value) && (value as number) >= 0 && (value as number) <= 127,
    words: 'must be a whole number from 0 to 127',
  },
};
const fields = Object.keys(checks) as readonly Field[];

export class SettingsOfNetwork {
  #settings: NetworkSettings = {
    audioInterface: '',
    secondAudioInterface: '',
    controlInterface: '',
    ptpDomain: 0,
  };
  #readings = readingsOf(this.#settings);

  get now(): NetworkSettings {
    return this.#settings;
  }

  takes({ path, field }: Value): boolean {
    return path === netPath && Object.hasOwn(checks, field);
  }

  apply(values: readonly Value[]): readonly Reading[] {
    const isValid = ({ field, value }: Value) => checks[field as Field].isValid(value);
    const changes = values.filter(isValid).map(({ field, value }) => [field, value]);
    if (changes.length > 0) {
      this.#settings = { ...this.#settings, ...Object.fromEntries(changes) };
      this.#readings = readingsOf(this.#settings);
    }
    return values
      .filter((value) => !isValid(value))
      .map(({ path, field, value }) => {
        return { path, field, value, state: 'refused', reason: `${field} ${checks[field as Field].words}` };
      });
  }

  observe(): readonly Reading[] {
    return this.#readings;
  }
}

function readingsOf(settings: NetworkSettings): readonly Reading[] {
  return fields.map((field) => ({ path: netPath, field, value: settings[field], state: 'applied' }));
}
