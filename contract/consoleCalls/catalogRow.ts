import { z } from 'zod';
import { defineConsoleCall } from '../defineCall.ts';
import { fieldSchema, fieldValues, rowAct } from '../entities/consoleCatalog.ts';
import { auditLine } from '../entities/consolePeople.ts';
import { operatorRequest, operatorRequestExample } from '../entities/consoleRequest.ts';
import { roles } from '../entities/roles.ts';

export const catalogRow = defineConsoleCall({
  name: 'catalogRow',
  summary:
    'A row of the configuration: its fields and what each takes, its history, what waits about it, who may change it',
  auth: 'session',
  roles,
  guard: 'reads',
  request: z.object({ kind: z.string().max(40), key: z.string().min(1).max(200) }),
  data: z.object({
    kind: z.string(),
    key: z.string(),
    about: z.string(),
    fields: fieldValues.nullable().describe('Null where there is no such row: it can be made'),
    edition: z.string().describe('Another one as soon as the row is another'),
    schema: z.array(fieldSchema),
    history: z.array(auditLine),
    requests: z.array(operatorRequest).describe('What waits about it'),
    acts: z.array(rowAct),
  }),
  errors: ['not_found'],
  example: {
    request: { kind: 'rule', key: 'minimumAge' },
    data: {
      kind: 'rule',
      key: 'minimumAge',
      about: 'a rule of one value',
      fields: { value: 18 },
      edition: 'a'.repeat(16),
      schema: [
        {
          name: 'value',
          type: 'number',
          unit: 'years',
          choices: [],
          minimum: 0,
          maximum: 120,
          optional: false,
          standard: null,
          words: 'a whole number from 0 to 120',
        },
      ],
      history: [],
      requests: [{ ...operatorRequestExample, action: 'set', subject: 'rule minimumAge' }],
      acts: [
        {
          action: 'set',
          allowed: true,
          why: 'Changes of the rules take two persons.',
          effect: 'Every process follows it within a second. Orders under way keep what they were made with.',
          takesTwo: true,
          approvers: ['anna'],
        },
      ],
    },
  },
});
