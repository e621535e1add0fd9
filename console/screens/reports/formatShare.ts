/** Returns a share in percent with one decimal, rounded half up; a dash if the total is zero. */
export function formatShare(part: number, all: number): string {
  if (all === 0) return '–';
  const tenths = Math.floor((2 * 1000 * part + all) / (2 * all));
  return `${Math.floor(tenths / 10)}.${tenths % 10}%`;
}
