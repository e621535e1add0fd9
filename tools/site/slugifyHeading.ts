/** Returns the anchor that GitHub gives a heading, without the number that GitHub appends to a repeated heading. */
export function slugifyHeading(heading: string): string {
  return heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\p{M} _-]/gu, '')
    .replaceAll(' ', '-');
}
