// The warning of a desk that a network can reach and that has no keys.
import type { Access } from '../access/access.ts';
import { isLoopback } from '../http/remote-address.ts';
import type { Warnings } from '../services.ts';

const id = 'open-desk';

export interface ExposureNeeds {
  readonly access: Pick<Access, 'isOn' | 'onChange'>;
  /** What the desk listens on. */
  readonly host: string;
  readonly warnings: Pick<Warnings, 'raise' | 'clear'>;
}

/** Stands as long as strangers may do all. */
export function followExposure({ access, host, warnings }: ExposureNeeds): () => void {
  if (host === 'localhost' || isLoopback(host)) return () => {};
  const look = () => {
    if (access.isOn) warnings.clear(id);
    else {
      warnings.raise({
        id,
        title: 'Everybody on the network may run this desk',
        titleCode: { code: 'open-desk', params: { host } },
        detail: `It listens on ${host} and has no keys: a stranger can mute the show, switch phantom power, delete takes and fill the disk.`,
        severity: 'warning',
        path: '',
      });
    }
  };
  look();
  return access.onChange(look);
}
