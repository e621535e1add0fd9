/** Which values have none on either side: no line leads to them, so that they are drawn as points. Pure. */
export function lonePoints(values: readonly (number | null)[]): number[] {
  const isKnown = (index: number) => typeof values[index] === 'number';
  return [...values.keys()].filter((index) => isKnown(index) && !isKnown(index - 1) && !isKnown(index + 1));
}
