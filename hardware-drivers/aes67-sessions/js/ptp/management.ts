// Management messages of PTP (IEEE 1588-2008): 13.3 has the header, 15.4 the message, 15.5.2 the TLV.

export const managementIds = {
  defaultDataSet: 0x2000,
  currentDataSet: 0x2001,
  parentDataSet: 0x2002,
  timePropertiesDataSet: 0x2003,
  portDataSet: 0x2004,
  /** Of ptp4l: `GET TIME_STATUS_NP` of pmc(8). */
  timeStatus: 0xc000,
} as const;

const headerBytes = 34;
const tlvAt = 48;
/** Type and length of a TLV, and the id. */
const tlvBytes = 6;
const management = 0xd;
const version = 2;
const controlManagement = 4;
const get = 0;
const response = 2;
const tlvManagement = 1;
const tlvErrorStatus = 2;

/** Who asks: a clock of zeros, as no real one has it, and a number. ptp4l answers to both. */
export interface Request {
  /** 0 to 127 */
  readonly domain: number;
  /** 0 to 65535 */
  readonly sequence: number;
  /** 1 to 65535 */
  readonly portNumber: number;
  readonly id: number;
}

/** A GET to every port of every clock that hears it. */
export function requestOf({ domain, sequence, portNumber, id }: Request): Uint8Array {
  const bytes = new Uint8Array(tlvAt + tlvBytes);
  const view = new DataView(bytes.buffer);
  view.setUint8(0, management);
  view.setUint8(1, version);
  view.setUint16(2, bytes.length);
  view.setUint8(4, domain);
  view.setUint16(28, portNumber);
  view.setUint16(30, sequence);
  view.setUint8(32, controlManagement);
  view.setUint8(33, 0x7f);
  bytes.fill(0xff, headerBytes, headerBytes + 10);
  view.setUint8(46, get);
  view.setUint16(tlvAt, tlvManagement);
  // Of what follows: the id alone.
  view.setUint16(tlvAt + 2, 2);
  view.setUint16(tlvAt + 4, id);
  return bytes;
}

export interface Answer {
  readonly domain: number;
  readonly sequence: number;
  readonly portNumber: number;
  readonly id: number;
  /** Of the data set; undefined where the clock has an error status for it. */
  readonly data: DataView | undefined;
}

/** The answer in a datagram; undefined for anything else, whatever its bytes are. */
export function answerIn(bytes: Uint8Array): Answer | undefined {
  if (bytes.length < tlvAt + tlvBytes) return undefined;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const isManagement = (view.getUint8(0) & 0xf) === management && (view.getUint8(1) & 0xf) === version;
  if (!isManagement || view.getUint16(2) !== bytes.length) return undefined;
  if ((view.getUint8(46) & 0xf) !== response) return undefined;
  const type = view.getUint16(tlvAt);
  const length = view.getUint16(tlvAt + 2);
  if (length < 2 || tlvAt + 4 + length > bytes.length) return undefined;
  const of = { domain: view.getUint8(4), sequence: view.getUint16(30), portNumber: view.getUint16(42) };
  if (type === tlvErrorStatus) {
    if (length < 4) return undefined;
    return { ...of, id: view.getUint16(tlvAt + 6), data: undefined };
  }
  if (type !== tlvManagement) return undefined;
  const data = new DataView(bytes.buffer, bytes.byteOffset + tlvAt + tlvBytes, length - 2);
  return { ...of, id: view.getUint16(tlvAt + 4), data };
}
