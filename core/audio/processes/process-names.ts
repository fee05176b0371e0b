/** The name of the process of a control-only driver. */
export function controlName(driver: string): string {
  return `driver-${driver}`;
}
