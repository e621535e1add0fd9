/** Returns `slipway-data-2026-11-21.json`. */
export function exportFileName(exportedAt: string): string {
  return `slipway-data-${exportedAt.slice(0, 10)}.json`;
}
