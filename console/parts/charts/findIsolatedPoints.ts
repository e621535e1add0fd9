/** Returns the indexes of values without neighbours: no line connects them, so they are drawn as points. Pure. */
export function findIsolatedPoints(values: readonly (number | null)[]): number[] {
  const isKnown = (index: number) => typeof values[index] === 'number';
  return [...values.keys()].filter((index) => isKnown(index) && !isKnown(index - 1) && !isKnown(index + 1));
}
