/** The address, or undefined if it is none. `URL.parse` would do, but Safari has it from version 18 only. */
export function parsedUrl(address: string, base?: string): URL | undefined {
  try {
    return new URL(address, base);
  } catch {
    return undefined;
  }
}
