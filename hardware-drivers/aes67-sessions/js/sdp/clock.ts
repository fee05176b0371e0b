// The clock of a stream: ts-refclk and mediaclk of RFC 7273, and the older words of RAVENNA, clock-domain and sync-time.
import type { StreamClock } from '../session.ts';
import type { Section } from './lines.ts';

/** Media first: what a medium says stands before what its session says. */
export function clockOf(sections: readonly Section[]): StreamClock {
  const clocks = sections.flatMap((section) => section.attributes('ts-refclk')).map(ofReference);
  const found = clocks.find(({ kind }) => kind === 'ptp') ?? clocks.find(({ kind }) => kind === 'local') ?? clocks[0];
  if (found) return found;
  const domain = sections
    .flatMap((section) => section.attributes('clock-domain'))
    .find((each) => /^PTPv2\b/i.test(each));
  if (domain === undefined) return { kind: 'unknown', grandmasterId: '', domain: null };
  return { kind: 'ptp', grandmasterId: '', domain: domainOf(domain.slice('PTPv2'.length).trim()) };
}

function ofReference(value: string): StreamClock {
  const none = { grandmasterId: '', domain: null };
  // ptp=IEEE1588-2008:39-A7-94-FF-FE-07-CB-D0:37; `traceable` in place of the grandmaster names none.
  const ptp = /^ptp=IEEE1588-\d{4}(?::([0-9A-Fa-f]{2}(?:-[0-9A-Fa-f]{2}){7}|traceable)(?::(.*))?)?$/i.exec(value);
  if (ptp) {
    const [, grandmaster = '', domain = ''] = ptp;
    const grandmasterId = /^traceable$/i.test(grandmaster) ? '' : grandmaster.toUpperCase();
    return { kind: 'ptp', grandmasterId, domain: domainOf(domain) };
  }
  return { kind: /^(local|localmac=.*)$/.test(value) ? 'local' : 'unknown', ...none };
}

/** `0`, or `domain-nmbr=0`; null for a name and for what is no domain. */
function domainOf(text: string): number | null {
  const [, number] = /^(?:domain-nmbr=)?(\d{1,3})$/.exec(text) ?? [];
  return number === undefined || Number(number) > 127 ? null : Number(number);
}

/** RTP time at the epoch of the reference clock; null where it is not said. */
export function mediaClockOffsetOf(sections: readonly Section[]): number | null {
  const direct = sections
    .flatMap((section) => section.attributes('mediaclk'))
    .map((value) => /^(?:id=\S+ )?direct=(\d{1,10})(?: .*)?$/.exec(value)?.[1])
    .find((number) => number !== undefined);
  const said = direct ?? sections.flatMap((section) => section.attributes('sync-time'))[0];
  if (said === undefined || !/^\d{1,10}$/.test(said)) return null;
  return Number(said) < 2 ** 32 ? Number(said) : null;
}
