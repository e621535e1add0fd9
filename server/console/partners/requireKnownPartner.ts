import { type KnownPartner, readKnownPartners } from '../../configuration/readKnownPartners.ts';
import type { Queryable } from '../../platform/database/database.ts';
import { AppError } from '../../platform/http/appError.ts';

/** Returns the partner. Throws `not_found`. */
export async function requireKnownPartner(database: Queryable, id: string): Promise<KnownPartner> {
  const known = (await readKnownPartners(database)).get(id);
  if (!known) throw new AppError('not_found', { what: 'partner', name: id });
  return known;
}
