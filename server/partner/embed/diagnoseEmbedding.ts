import type { EmbedFacts, Finding } from './embedFacts.ts';
import { pageChecks } from './pageChecks.ts';
import { rowChecks } from './rowChecks.ts';

/** A check for one fault. Finds undefined if there is no fault or the facts are not sufficient. */
export type EmbedCheck = {
  readonly id: string;
  find(facts: EmbedFacts): Omit<Finding, 'id'> | undefined;
};

/** Checks of the operator's rows first, then checks of the page. */
export const embedChecks: readonly EmbedCheck[] = [...rowChecks, ...pageChecks];

/** Returns all faults of a partner's page in the order in which they are best fixed. No I/O, no clock. */
export function diagnoseEmbedding(facts: EmbedFacts): readonly Finding[] {
  return embedChecks.flatMap((check) => {
    const found = check.find(facts);
    return found ? [{ id: check.id, ...found }] : [];
  });
}
