import type { PlaceId } from './placeIds.ts';

/** A place's own address, without what may follow it. Every place has a route of this beginning (see `router.tsx`). */
export function placePath(id: PlaceId): '/today' {
  // The type of one stands for all: those whose routes have optional ends are typed by their whole patterns.
  return `/${id}` as '/today';
}
