/** Returns the URL, or undefined if it is invalid. Not `URL.parse`, which Safari supports only from version 18. */
export function parseUrl(address: string, base?: string): URL | undefined {
  try {
    return new URL(address, base);
  } catch {
    return undefined;
  }
}
