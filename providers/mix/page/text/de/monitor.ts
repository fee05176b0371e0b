import type { monitor as english } from '../en/monitor.ts';

export const monitor: Readonly<Record<keyof typeof english, string>> = {};
