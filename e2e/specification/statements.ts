import type { SpecStatement } from './statement.ts';
import { calls } from './statements/calls.ts';
import { constants } from './statements/constants.ts';
import { entities } from './statements/entities.ts';
import { errorStatements } from './statements/errors.ts';
import { screens } from './statements/screens.ts';
import { roles, stateDeviations, states } from './statements/states.ts';
import { validation, validationDeviations } from './statements/validation.ts';

/** The specification's statements about the browser, by section. */
export const sections: Readonly<Record<string, readonly SpecStatement[]>> = {
  '2 Screens and routes': screens,
  '3 Entities and their fields': entities,
  '4 States and transitions': [...states, ...stateDeviations],
  '5 Validation': [...validation, ...validationDeviations],
  '6 Roles and permissions': roles,
  '7 Calls': calls,
  '8 Errors': errorStatements,
  '9 Constants': constants,
};
