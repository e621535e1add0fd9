/** The length of a mark beside its figure, of the longest among them: for drawing alone. */
export function lengthOf(value: number, most: number): string {
  if (most <= 0 || value <= 0) return '0%';
  return `${Math.max(0.5, Math.min(100, (value / most) * 100)).toFixed(2)}%`;
}
