import { createNotFoundError } from './stripeApiError.ts';

/** Returns a stored object by its id; throws Stripe's 404 if there is none. */
export function requireStored<Stored>(map: Readonly<Record<string, Stored>>, id: string, what: string): Stored {
  const stored = Object.hasOwn(map, id) ? map[id] : undefined;
  if (stored === undefined) throw createNotFoundError(what, id, what);
  return stored;
}
