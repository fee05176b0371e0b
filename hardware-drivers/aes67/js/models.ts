// The models of a device of the network, `aes67-64x64`: how many channels the desk takes from streams, and gives to them.

/** Channels in each direction. */
export const mostChannels = 64;

export interface NetworkModel {
  readonly inputs: number;
  readonly outputs: number;
}

/** Throws Error when there is no such model. */
export function modelNamed(name: string): NetworkModel {
  const [, inputs, outputs] = /^aes67-(0|[1-9]\d?)x(0|[1-9]\d?)$/.exec(name) ?? [];
  const model = { inputs: Number(inputs), outputs: Number(outputs) };
  const counts = Object.values(model);
  if (counts.every((count) => count <= mostChannels) && Math.max(...counts) > 0) return model;
  throw new Error(
    `there is no model ${name}; models are aes67-{inputs}x{outputs}, each 0 to ${mostChannels} and not both 0: aes67-8x8`,
  );
}
