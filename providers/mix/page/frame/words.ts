// What the frame calls banks.
import { type TextKey, t } from '../text/text.ts';

/** `Inputs`; `In` with `input.short`. */
export const groupWord = (id: string): string => t(`frame.bank.${id}` as TextKey);
