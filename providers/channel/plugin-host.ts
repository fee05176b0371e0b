// The driver that hosts plugins, as far as its absence explains what stays silent.
import type { Drivers } from 'rowdesk/provider';

/** Why no plugin is loaded, in words; '' where one may be, or nothing is known of drivers yet. */
export function whyNoHost({ choices }: Pick<Drivers, 'choices'>): string {
  const hosts = choices.filter(({ kind }) => kind === 'plugins');
  const host = hosts.find(({ chosen }) => chosen) ?? hosts[0];
  if (choices.length === 0 || isAtHand(host?.state)) return '';
  if (host === undefined) return 'there is no plugin host: its driver is not switched on in providers.config.json';
  return `the plugin host is ${host.state}${host.reason === '' ? '' : `: ${host.reason}`}`;
}

/** It runs, or its process comes with the first plugin. */
const isAtHand = (state: Drivers['choices'][number]['state'] | undefined) =>
  state === 'running' || state === 'starting' || state === 'waiting';
