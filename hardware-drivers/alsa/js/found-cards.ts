// The cards of this machine as models: the kernel's, and those that alsa-lib's configuration marks as cards. Pure but for
// the files below /proc/asound.
import { join } from 'node:path';
import type { DiscoveredModel, SoundCard } from 'rowdesk/driver';
import { textOf } from '../../lib/kernel/js/files.ts';
import { usbIdentity } from '../../lib/kernel/js/usb-identity.ts';
import { holderOf, unknownHolder } from './holder.ts';
import type { Cards, KernelCard, NamedCard } from './native.ts';

const transport = 'alsa';

/** Where a card is opened. */
export interface CardNames {
  /** Of PCMs; '' for none. */
  readonly capture: string;
  readonly playback: string;
  /** The kernel's number; undefined for a PCM of alsa-lib's configuration, whose directions opening it shows. */
  readonly number?: number;
}

export interface FoundCard {
  readonly model: DiscoveredModel;
  readonly names: CardNames;
}

/** What an id of the desk may hold. A PCM of another name is not found. */
const plainName = /^[A-Za-z0-9][A-Za-z0-9._-]{0,79}$/;
const screens = /\bHDMI\b|DisplayPort|\bDP\b|NVidia|Nvidia/i;
/** By the names of the kernel's drivers; USB, FireWire and cards in slots are none of them. */
const onBoard = /^(HDA|sof|acp|AC97|ICH|VIA|bcm2835|simple-card|rockchip|tegra|imx)/i;

/** Folders of the kernel: `/proc`, its processes and cards, and `/sys`, where the cards are plugged in. */
export interface KernelFolders {
  readonly proc: string;
  readonly sys: string;
}

/** `busy`: names of PCMs that another program has. */
export function foundCards(
  { kernel, named }: Cards,
  folders: KernelFolders,
  busy: ReadonlySet<string>,
): readonly FoundCard[] {
  const ofKernel = kernel.filter(isHeardOrPlayed).map((card) => kernelCard(card, folders));
  return [...ofKernel, ...named.flatMap((card) => namedCard(card, busy.has(card.name)))];
}

const isHeardOrPlayed = ({ captureDevice, playbackDevice }: KernelCard) => captureDevice >= 0 || playbackDevice >= 0;

function kernelCard(card: KernelCard, { proc, sys }: KernelFolders): FoundCard {
  const { number, id, driver, name, captureDevice, playbackDevice } = card;
  const usbId = textOf(join(proc, `asound/card${number}/usbid`));
  const address = `hw:CARD=${id}`;
  const identity = usbIdentity(sys, number);
  const pcm = (device: number) => (device < 0 ? '' : `${address},DEV=${device}`);
  const model: DiscoveredModel = {
    id: `alsa-${id}`,
    transport,
    modelId: usbId || driver,
    model: name,
    label: name,
    address,
    card: {
      inputs: captureDevice >= 0,
      outputs: playbackDevice >= 0,
      place: placeOf(card, usbId !== ''),
      heldBy: holderOf(number, proc),
    },
    ...(identity ? { identity } : {}),
  };
  return { model, names: { capture: pcm(captureDevice), playback: pcm(playbackDevice), number } };
}

/** The kernel's name of a card that has this model. */
export function cardId({ id }: Pick<DiscoveredModel, 'id'>): string {
  return id.slice(transport.length + 1);
}

function namedCard({ name, description }: NamedCard, isBusy: boolean): FoundCard[] {
  if (!plainName.test(name)) return [];
  const model: DiscoveredModel = {
    id: `alsa-${name}`,
    transport,
    modelId: name,
    model: name,
    label: description || name,
    address: name,
    card: { inputs: true, outputs: true, place: 'interface', heldBy: isBusy ? unknownHolder : '' },
  };
  return [{ model, names: { capture: name, playback: name } }];
}

function placeOf({ driver, name, mixerName, captureDevice }: KernelCard, isUsb: boolean): SoundCard['place'] {
  if (isUsb) return 'interface';
  if (captureDevice < 0 && screens.test(`${name} ${mixerName}`)) return 'screen';
  return onBoard.test(driver) ? 'on-board' : 'interface';
}
