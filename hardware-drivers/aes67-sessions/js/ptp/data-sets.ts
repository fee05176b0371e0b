// The data sets that ptp4l has of its clock: IEEE 1588-2008, 15.5.3; the one of its own as pmc(8) prints it.
import { managementIds } from './management.ts';

/** 15.5.3.3.1 */
export interface DefaultDataSet {
  /** It never gives the time. */
  readonly isSlaveOnly: boolean;
  readonly clockId: string;
  readonly domain: number;
}

/** 15.5.3.4.1 */
export interface CurrentDataSet {
  readonly stepsRemoved: number;
  readonly meanPathDelayNs: number;
}

/** 15.5.3.5.1 */
export interface ParentDataSet {
  readonly grandmasterId: string;
}

/** 15.5.3.6.1 */
export interface TimeProperties {
  readonly utcOffsetS: number;
  readonly isUtcOffsetValid: boolean;
  /** False for a time that counts from anywhere (ARB). */
  readonly isPtpTimescale: boolean;
}

/** 8.2.5.3.1 */
export const portStates = [
  ...['initializing', 'faulty', 'disabled', 'listening', 'pre-master', 'master', 'passive', 'uncalibrated', 'slave'],
] as const;

/** 15.5.3.7.1 */
export interface PortDataSet {
  readonly portNumber: number;
  readonly state: string;
  /** Between two announcements. */
  readonly announceIntervalMs: number;
  /** Between two messages of Sync, as this port sends them as a master; a slave expects the same. */
  readonly syncIntervalMs: number;
}

/** Of ptp4l. */
export interface TimeStatus {
  readonly offsetNs: number;
  /** When the last Sync arrived, by the clock that ptp4l steers. */
  readonly ingressNs: bigint;
  readonly isGrandmasterPresent: boolean;
  readonly grandmasterId: string;
}

export interface DataSets {
  readonly default?: DefaultDataSet;
  readonly current?: CurrentDataSet;
  readonly parent?: ParentDataSet;
  readonly timeProperties?: TimeProperties;
  readonly port?: PortDataSet;
  readonly timeStatus?: TimeStatus;
}

/** Two announcements a millisecond, and one in some 18 hours: beyond that no profile goes. */
const leastLog = -9;
const mostLog = 16;

/** One data set; undefined where its length or a value is none that a clock has. */
export function dataSetIn(id: number, data: DataView): DataSets | undefined {
  switch (id) {
    case managementIds.defaultDataSet: {
      if (data.byteLength !== 20) return undefined;
      const isSlaveOnly = (data.getUint8(0) & 2) !== 0;
      return { default: { isSlaveOnly, clockId: clockIdAt(data, 10), domain: data.getUint8(18) } };
    }
    case managementIds.currentDataSet: {
      if (data.byteLength !== 18) return undefined;
      return { current: { stepsRemoved: data.getUint16(0), meanPathDelayNs: intervalAt(data, 10) } };
    }
    case managementIds.parentDataSet: {
      if (data.byteLength !== 32) return undefined;
      return { parent: { grandmasterId: clockIdAt(data, 24) } };
    }
    case managementIds.timePropertiesDataSet: {
      if (data.byteLength !== 4) return undefined;
      const flags = data.getUint8(2);
      const isUtcOffsetValid = (flags & 4) !== 0;
      return { timeProperties: { utcOffsetS: data.getInt16(0), isUtcOffsetValid, isPtpTimescale: (flags & 8) !== 0 } };
    }
    case managementIds.portDataSet:
      return portIn(data);
    case managementIds.timeStatus: {
      if (data.byteLength !== 50) return undefined;
      const offsetNs = Number(data.getBigInt64(0));
      const isGrandmasterPresent = data.getInt32(38) !== 0;
      const grandmasterId = clockIdAt(data, 42);
      return { timeStatus: { offsetNs, ingressNs: data.getBigInt64(8), isGrandmasterPresent, grandmasterId } };
    }
    default:
      return undefined;
  }
}

function portIn(data: DataView): DataSets | undefined {
  if (data.byteLength !== 26) return undefined;
  const state = portStates[data.getUint8(10) - 1];
  const [announce, sync] = [data.getInt8(20), data.getInt8(22)];
  if (state === undefined || [announce, sync].some((log) => log < leastLog || log > mostLog)) return undefined;
  return {
    port: {
      ...{ portNumber: data.getUint16(8), state },
      ...{ announceIntervalMs: 1000 * 2 ** announce, syncIntervalMs: 1000 * 2 ** sync },
    },
  };
}

/** An EUI-64 as SDP writes it. */
function clockIdAt(data: DataView, offset: number): string {
  const bytes = Array.from({ length: 8 }, (_, place) => data.getUint8(offset + place));
  return bytes.map((byte) => byte.toString(16).padStart(2, '0').toUpperCase()).join('-');
}

/** TimeInterval (5.3.2): nanoseconds times 2^16. */
function intervalAt(data: DataView, offset: number): number {
  return Number(data.getBigInt64(offset)) / 65_536;
}
