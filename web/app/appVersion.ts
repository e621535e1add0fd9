/** Release time as YYYYMMDDHHmm. */
export const APP_VERSION = '202508121055';

/** Returns `2025-08-12 10:55`, as shown at the bottom of the page. */
export function formatVersion(version: string = APP_VERSION): string {
  return version.replace(/^(\d{4})(\d{2})(\d{2})(\d{2})(\d{2})$/, '$1-$2-$3 $4:$5');
}
