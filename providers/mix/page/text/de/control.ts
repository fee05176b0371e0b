import type { control as english } from '../en/control.ts';

export const control: Readonly<Record<keyof typeof english, string>> = {};
