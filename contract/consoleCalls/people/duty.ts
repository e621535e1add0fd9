import { z } from 'zod';
import { defineConsoleCall } from '../../defineCall.ts';
import { personName } from '../../entities/console/consolePerson.ts';
import { availableAction } from '../../entities/console/consoleToday.ts';
import { roles } from '../../entities/roles.ts';

export const duty = defineConsoleCall({
  name: 'duty',
  summary: 'The duty roster from now on, and who may be on it',
  auth: 'session',
  roles,
  guard: 'reads',
  request: z.object({}),
  data: z.object({
    shifts: z
      .array(
        z.object({
          from: z.iso.datetime(),
          to: z.iso.datetime().nullable().describe('Null for the last shift, in which no one is on duty'),
          first: personName
            .nullable()
            .describe('Null if no one is on duty: every address of `ALERT_MAIL` receives the alert'),
          second: personName.nullable(),
        }),
      )
      .describe('Shifts without gaps or overlaps'),
    people: z
      .array(
        z.object({
          name: personName,
          isReachable: z.boolean().describe('True if the person has an email address or a phone'),
        }),
      )
      .describe('People who may be on duty'),
    change: availableAction,
  }),
  errors: [],
  example: { request: {} },
});
