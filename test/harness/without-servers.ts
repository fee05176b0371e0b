// Desks of tests and of the bench never meet the audio server of the machine: a laptop with PipeWire runs them the same.

/** Clients of PipeWire and JACK find no server in this environment. Nothing can listen below a device file. */
export function hideServers(environment: NodeJS.ProcessEnv = process.env): void {
  environment.PIPEWIRE_RUNTIME_DIR = '/dev/null';
  delete environment.PIPEWIRE_REMOTE;
  environment.JACK_DEFAULT_SERVER = 'hidden-from-tests';
  delete environment.JACK_PROMISCUOUS_SERVER;
}
