import type { Statement } from './statement.ts';
import { calls } from './statements/calls.ts';
import { constants } from './statements/constants.ts';
import { entities } from './statements/entities.ts';
import { errorStatements } from './statements/errors.ts';
import { screens } from './statements/screens.ts';
import { roadsNotTaken, roles, states } from './statements/states.ts';
import { kindness, validation } from './statements/validation.ts';

/** What the specification says of the browser, by its sections. */
export const sections: Readonly<Record<string, readonly Statement[]>> = {
  '2 Screens and routes': screens,
  '3 Entities and their fields': entities,
  '4 States and transitions': [...states, ...roadsNotTaken],
  '5 Validation': [...validation, ...kindness],
  '6 Roles and permissions': roles,
  '7 Calls': calls,
  '8 Errors': errorStatements,
  '9 Constants': constants,
};
