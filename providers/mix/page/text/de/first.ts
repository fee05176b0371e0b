import { control } from './control.ts';
import { frame } from './frame.ts';
import { meter } from './meter.ts';
import { refusal } from './refusal.ts';
import { strip } from './strip.ts';

/** The texts that are there before any view is opened. */
export const first = {
  ...frame,
  ...strip,
  ...meter,
  ...control,
  ...refusal,
};
