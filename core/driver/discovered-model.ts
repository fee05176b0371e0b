// Devices before they are opened: their models, and what tells one from others.

/** A discovered device, with its model and its address. */
export interface DiscoveredModel {
  /** Stable, the id of the opened device: `virtual-32x16`, `usb-0582:01a6-serial`. */
  readonly id: string;
  readonly transport: string;
  /** `0582:01a6` on USB. */
  readonly modelId: string;
  readonly model: string;
  readonly label: string;
  /** The port on USB, or the address on a network; '' if unknown. */
  readonly address: string;
  /** Of a sound card, which one program at a time can use. */
  readonly card?: SoundCard;
  /** Of a device with sound, where its driver knows. */
  readonly identity?: DeviceIdentity;
}

/** What tells a device with sound from others: the driver of its preamps names the device by that. */
export interface DeviceIdentity {
  /** The port on USB, `1-4.2`. */
  readonly usbPort?: string;
  /** The serial number, as the device says it. */
  readonly serial?: string;
  /** The name of a stream on a network. */
  readonly stream?: string;
}

/**
 * The device with the sound, as the driver of its preamps knows it. The host joins the two to one box. Each member that is
 * given must fit.
 */
export interface AudioHalf extends DeviceIdentity {
  /** The id of the device (`alsa-UCXII`), or of a node of an audio server (`pipewire-0:alsa_input.usb-RME`). */
  readonly id?: string;
}

/** A sound card as its driver knows it without opening it: whether the desk takes it unasked, and which one of several. */
export interface SoundCard {
  readonly inputs: boolean;
  readonly outputs: boolean;
  /** `interface`: made for music, on a bus or in a slot; `on-board`: part of the computer; `screen`: HDMI and its like. */
  readonly place: 'interface' | 'on-board' | 'screen';
  /** The process that holds it, `pulseaudio (process 4240)`; '' for none, for an unknown one, and for the driver's own. */
  readonly heldBy: string;
}
