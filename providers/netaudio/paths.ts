// The addresses of the rows of network audio, and of what targets report beside rows.

export const rootPath = '/netaudio';
export const devicePath = (id: string): string => `${rootPath}/${id}`;
export const rxPath = (id: string, n: number): string => `${rootPath}/${id}/rx/${n}`;
export const txPath = (id: string, n: number): string => `${rootPath}/${id}/tx/${n}`;

/** The observer of sessions reports each in a slot of its own, 1 to 256; the slots are no rows. */
export const sessionsName = 'sessions';
export const mostSlots = 256;
export const slotPath = (slot: number): string => `${rootPath}/${sessionsName}/${slot}`;
export const isSlot = (path: string): boolean => path.startsWith(`${rootPath}/${sessionsName}/`);

/** What takes the announcements, and reports the sessions. */
export const networkTarget = 'network';
export const boxTarget = (id: string): string => `stagebox:${id}`;

/** The row of the network's interfaces and of its clock: another provider's. */
export const netPath = '/net';
