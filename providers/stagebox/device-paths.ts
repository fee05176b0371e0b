// Where the rows of devices are.
import { type Token, token } from 'rowdesk/provider';

/** `/stagebox/virtual-32x16`, whether the device is there or not. */
export const boxPath = (id: string): string => `/stagebox/${id}`;

/** For providers that show a device by a link to its row. */
export interface DevicePaths {
  /** The row of the device of this id. */
  pathOf(id: string): string;
}
export const DevicePaths: Token<DevicePaths> = token<DevicePaths>('stagebox.device-paths');
