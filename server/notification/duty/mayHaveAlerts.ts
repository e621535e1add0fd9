import type { Persons } from '../../platform/persons/readPersons.ts';
import { type Right, rights } from '../../platform/persons/rights.ts';

/** Who may say that they have an alert, and so be on duty: persons who are enrolled at this moment, by name. */
export function mayHaveAlerts({ enrolled, brokenAt }: Persons): ReadonlySet<string> {
  if (brokenAt !== undefined) return new Set();
  const { asks }: Right = rights.seen;
  return new Set(
    [...enrolled.values()].filter(({ roles }) => roles.some((role) => asks.includes(role))).map(({ name }) => name),
  );
}
