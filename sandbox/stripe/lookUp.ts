import { missing } from './stripeFault.ts';

/** The stored thing by its id; Stripe's 404 when there is none. */
export function lookUp<Stored>(map: Readonly<Record<string, Stored>>, id: string, what: string): Stored {
  const stored = Object.hasOwn(map, id) ? map[id] : undefined;
  if (stored === undefined) throw missing(what, id, what);
  return stored;
}
