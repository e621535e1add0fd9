import type { CheckResult, DoctorCheck } from '@slipway/contract/entities/partnerPages.ts';
import type { EmbedFacts, Finding } from './embedFacts.ts';
import { pageChecks } from './pageChecks.ts';
import { rowChecks } from './rowChecks.ts';

/** A check for one fault. `find` returns undefined if there is no fault or the facts are not sufficient. */
export type EmbedCheck = {
  readonly id: DoctorCheck;
  /**
   * True if the partner makes the change, in its page or on its server; otherwise the operator makes it by a command.
   */
  readonly isOnSite?: true;
  /** Returns false if the facts are not sufficient. Absent if they always are. */
  isPossible?(facts: EmbedFacts): boolean;
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

/** Returns the result of every check, for the partner's people: without commands, which only the operator can run. Pure. */
export function listCheckResults(facts: EmbedFacts): readonly CheckResult[] {
  return embedChecks.map(({ id: check, isOnSite, isPossible, find }): CheckResult => {
    if (isPossible && !isPossible(facts)) return { check, state: 'unchecked', fault: '', change: null };
    const found = find(facts);
    if (!found) return { check, state: 'passed', fault: '', change: null };
    return { check, state: 'fault', fault: found.fault, change: isOnSite ? found.change : null };
  });
}
