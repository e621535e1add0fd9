import { callBreaks } from './breaks/calls.ts';
import { constantBreaks } from './breaks/constants.ts';
import { entityBreaks } from './breaks/entities.ts';
import { errorBreaks } from './breaks/errors.ts';
import type { PlannedBreak } from './breaks/plannedBreak.ts';
import { screenBreaks } from './breaks/screens.ts';
import { roleBreaks, stateBreaks } from './breaks/states.ts';
import { validationBreaks } from './breaks/validation.ts';
import type { SpecStatement } from './statement.ts';
import { sections } from './statements.ts';

/** The breaks of each section, by the statement that they contradict. */
export const breaksBySection: Readonly<Record<string, Readonly<Record<string, PlannedBreak>>>> = {
  '2 Screens and routes': screenBreaks,
  '3 Entities and their fields': entityBreaks,
  '4 States and transitions': stateBreaks,
  '5 Validation': validationBreaks,
  '6 Roles and permissions': roleBreaks,
  '7 Calls': callBreaks,
  '8 Errors': errorBreaks,
  '9 Constants': constantBreaks,
};

/** A statement with the planned change of the product that contradicts it, and that its test must detect. */
export type BreakableStatement = {
  /** The section and the position in it, for example `2.17`. */
  readonly id: string;
  readonly statement: Extract<SpecStatement, { satisfiedBy: readonly string[] }>;
  readonly planned: PlannedBreak;
  /** The test that must fail. */
  readonly by: string;
};

/** Returns every statement that has a break. A statement from which the product deliberately differs has none. */
export function listBreakableStatements(): BreakableStatement[] {
  return Object.entries(sections).flatMap(([section, statements]) =>
    statements.flatMap((statement, index) => {
      const planned = breaksBySection[section]?.[statement.text];
      if (!('satisfiedBy' in statement) || !planned) return [];
      const by =
        planned.by ??
        statement.satisfiedBy.find((reference) => !isBrowserTest(reference)) ??
        statement.satisfiedBy[0] ??
        '';
      return [{ id: `${section.split(' ')[0]}.${index + 1}`, statement, planned, by }];
    }),
  );
}

export function isBrowserTest(reference: string): boolean {
  return reference.includes('.spec.ts › ');
}
