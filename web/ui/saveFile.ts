/** Long enough for every browser to have taken the bytes. */
const KEPT_MS = 60_000;

/** Lets the browser save something as a file, within the page's policy. */
export function saveFile(name: string, content: Blob): void {
  const address = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), KEPT_MS);
}

/** To be read by programs, and by people who open it. */
export function jsonFile(data: object): Blob {
  return new Blob([`${JSON.stringify(data, null, 2)}\n`], { type: 'application/json' });
}
