import { z } from 'zod';
import { defineConsoleCall } from '../../defineCall.ts';
import { personName } from '../../entities/console/consolePerson.ts';
import { operatorRequest } from '../../entities/console/consoleRequest.ts';
import { availableAction } from '../../entities/console/consoleToday.ts';
import { roles } from '../../entities/roles.ts';
import { orderNo } from '../../entities/scalars.ts';

export const alert = defineConsoleCall({
  name: 'alert',
  summary: 'One alert: what is halted, who it is assigned to, and what happens if no one acts',
  auth: 'session',
  roles,
  guard: 'reads',
  request: z.object({ id: z.int().min(1) }),
  data: z.object({
    id: z.int(),
    kind: z.string(),
    means: z.string(),
    at: z.iso.datetime(),
    times: z.int(),
    orderNo: orderNo.nullable(),
    facts: z.array(z.object({ name: z.string(), value: z.string() })),
    wakes: z.boolean().describe('True if the alert wakes the person on duty'),
    holder: personName.nullable().describe('The person who has acknowledged it'),
    seenAt: z.iso.datetime().nullable(),
    otherwise: z.string(),
    actions: z.array(availableAction),
    requests: z
      .array(operatorRequest)
      .describe('Requests that await a second approval about the same order, or about the signer'),
    onDuty: z.array(personName).describe('People to whom it may be handed over; people on duty come first'),
  }),
  errors: ['not_found'],
  example: {
    request: { id: 17 },
  },
});
