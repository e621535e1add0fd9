/** Long enough for any browser to have read the data. */
const REVOKE_DELAY_MS = 60_000;

/** Saves content as a file, in a way that the page's Content-Security-Policy allows. */
export function saveFile(name: string, content: Blob): void {
  const address = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), REVOKE_DELAY_MS);
}
