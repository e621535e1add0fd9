/** Long enough for every browser to have taken the bytes. */
const KEPT_MS = 60_000;

/** Lets the browser save a text as a file, without a server and within the page's policy. */
export function saveFile(name: string, content: string, type: string): void {
  const address = URL.createObjectURL(new Blob([content], { type }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), KEPT_MS);
}

/** `slipway-data-2026-11-21.json` */
export function exportFileName(exportedAt: string): string {
  return `slipway-data-${exportedAt.slice(0, 10)}.json`;
}
