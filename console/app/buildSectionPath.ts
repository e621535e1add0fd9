import type { SectionId } from './sectionIds.ts';

/** Returns a section's path, without optional parts. Every section has a route with this prefix (see `router.tsx`). */
export function buildSectionPath(id: SectionId): '/today' {
  // One route's type is used for all: routes with optional parts are typed by their whole patterns.
  return `/${id}` as '/today';
}
