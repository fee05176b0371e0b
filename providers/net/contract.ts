import { Type } from 'rowdesk/provider';

export const netPath = '/net';
/** The driver that looks at the network and observes PTP; it is one process for all devices. */
export const networkTarget = 'network';

/** How the desk sees the clock of the network (IEEE 1588), which ptp4l follows or gives. */
export const ptpStates = ['locked', 'locking', 'master', 'listening', 'lost', 'unobserved'] as const;
export const roles = ['audio', 'audio-second', 'control'] as const;
export type Role = (typeof roles)[number];

const interfaceName = (title: string) =>
  Type.String({
    // 15 bytes, no slash, no colon and no space, as Linux has it (dev_valid_name in net/core/dev.c).
    maxLength: 15,
    pattern: '^([A-Za-z0-9_@-][A-Za-z0-9_.@-]*)?$',
    default: '',
    title: `${title}, as 'ip link' names it, or empty. One that is absent is waited for`,
  });

const count = (title: string) => Type.Number({ minimum: 0, title: `${title}, since the interface came` });

export const networkInterface = Type.Object({
  name: Type.String(),
  mac: Type.String({ title: 'Empty where it has none' }),
  addresses: Type.Array(Type.String(), { title: 'IPv4 and IPv6' }),
  up: Type.Boolean({ title: 'It is switched on, and has a link' }),
  speedMbps: Type.Number({ unit: 'Mbit/s', title: '0 where it does not say' }),
  mtu: Type.Number({ unit: 'bytes' }),
  roles: Type.Array(Type.Enum([...roles]), { title: 'What this row uses it for' }),
  rxPackets: count('Packets received'),
  txPackets: count('Packets sent'),
  rxBytes: count('Bytes received'),
  txBytes: count('Bytes sent'),
  rxErrors: count('Packets received with a fault of the link'),
  txErrors: count('Packets that could not be sent'),
  rxDropped: count('Packets received and not taken, those of unknown protocols among them'),
  txDropped: count('Packets to be sent that no queue had room for'),
});

export const ptp = Type.Object({
  domain: Type.Integer({ minimum: 0, maximum: 255, title: 'That of ptp4l; where it is unknown, that of ptpDomain' }),
  state: Type.Enum([...ptpStates], {
    title:
      'locked: ptp4l follows a grandmaster, and its messages arrive; locking: it begins to; master: this computer gives the time itself; listening: there is no grandmaster; lost: there is none any more; unobserved: ptp4l does not answer',
  }),
  grandmasterId: Type.String({ title: 'As SDP writes it, 00-1D-C1-FF-FE-12-34-56; empty when none' }),
  offsetNs: Type.Union([Type.Null(), Type.Number({ unit: 'ns' })], {
    title: 'Of the clock of this computer against the grandmaster; null while none is followed',
  }),
  meanPathDelayNs: Type.Union([Type.Null(), Type.Number({ unit: 'ns' })], {
    title: 'From the grandmaster to this computer; null while none is followed',
  }),
  utcOffsetS: Type.Number({ unit: 's', title: 'The time of PTP is later than UTC by this' }),
  lastChangeAt: Type.String({ title: 'When state or grandmaster changed last, ISO 8601; empty before the first look' }),
  stale: Type.Boolean({
    title: 'The grandmaster that is named is gone: nothing has arrived from it in the time of three announcements',
  }),
  reason: Type.String({ title: 'Why it is not locked, with the remedy; empty while it is' }),
});

export const writable = ['audioInterface', 'secondAudioInterface', 'controlInterface', 'ptpDomain'] as const;

export const net = {
  audioInterface: interfaceName('The network of the sound: until it is named, no audio goes over any network'),
  secondAudioInterface: interfaceName('The second network of the same sound (ST 2022-7)'),
  controlInterface: interfaceName(
    'The network of those who operate the desk; it is a name, --host says where HTTP listens',
  ),
  ptpDomain: Type.Integer({ minimum: 0, maximum: 127, default: 0, title: 'The domain in which the clock is followed' }),
  interfaces: Type.Array(networkInterface, { title: 'Those of this computer, without its loopback' }),
  ptp,
};
