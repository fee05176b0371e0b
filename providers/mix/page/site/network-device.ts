// A device of network audio in the list of the desk.

export interface NetworkDevice {
  readonly id: string;
  readonly name: string;
  readonly model: string;
  readonly address: string;
  readonly txChannels: number;
  readonly rxChannels: number;
  readonly online: boolean;
  readonly own: boolean;
}

/** Its row. */
export const networkPath = (id: string): string => `/netaudio/${encodeURIComponent(id)}`;
