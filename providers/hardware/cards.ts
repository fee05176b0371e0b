// The sound cards, from /proc/asound/cards (Linux, sound/core/init.c, snd_card_info_read):
//  0 [PCH            ]: HDA-Intel - HDA Intel PCH
//                       HDA Intel PCH at 0xf7530000 irq 30
import type { FieldsOf } from 'rowdesk/provider';
import type { hardware } from './contract.ts';
import type { Files } from './files.ts';

export type Card = FieldsOf<typeof hardware>['cards'][number];

const heading = /^\s*(?<number>\d+) \[(?<id>\S+)\s*\]: (?<driver>.*?) - (?<label>.*)$/;

export function readCards(files: Files): readonly Card[] {
  const lines = files.text('/proc/asound/cards').split('\n');
  return lines.flatMap((line, place) => {
    const { number, id = '', driver = '', label = '' } = heading.exec(line)?.groups ?? {};
    if (number === undefined) return [];
    const usbId = files.text(`/proc/asound/card${number}/usbid`).trim();
    return [{ number: Number(number), id, driver, label, detail: (lines[place + 1] ?? '').trim(), usbId }];
  });
}
