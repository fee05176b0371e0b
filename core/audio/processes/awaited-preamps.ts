// Preamps that a process of their own opens soon: what they give is heard only after they have the desk's values. Pure.
import type { DriverPackage } from '../discovery/package.ts';
import type { ProcessClient } from './process-client.ts';
import { isInAudio, processOf } from './process-share.ts';

type Client = Pick<ProcessClient, 'name' | 'isDormant' | 'status' | 'planNumber' | 'stopped' | 'foreign'>;

/** True while a process of preamps, once it has any, has not carried out its plan; `setAside`: packages that open nothing. */
export function arePreampsComing(
  packages: readonly Pick<DriverPackage, 'name' | 'manifest'>[],
  setAside: ReadonlyMap<string, string>,
  clients: readonly Client[],
): boolean {
  return packages
    .filter((each) => each.manifest.kind === 'stagebox' && !isInAudio(each) && !setAside.has(each.name))
    .some((each) => {
      const client = clients.find(({ name }) => name === processOf(each));
      if (client?.stopped !== '' || client.foreign !== undefined || client.isDormant) return false;
      return client.status === undefined || client.status.plan === 0 || client.status.plan !== client.planNumber;
    });
}
