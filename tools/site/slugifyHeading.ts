/** Returns the anchor that GitHub gives a heading, without the number of a repeated one. */
export function slugifyHeading(heading: string): string {
  return heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\p{M} _-]/gu, '')
    .replaceAll(' ', '-');
}
