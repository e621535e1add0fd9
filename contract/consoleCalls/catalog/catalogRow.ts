import { z } from 'zod';
import { defineConsoleCall } from '../../defineCall.ts';
import { fieldSchema, fieldValues, rowAction } from '../../entities/console/consoleCatalog.ts';
import { auditLine } from '../../entities/console/consolePeople.ts';
import { operatorRequest } from '../../entities/console/consoleRequest.ts';
import { roles } from '../../entities/roles.ts';

export const catalogRow = defineConsoleCall({
  name: 'catalogRow',
  summary: 'A setting: its fields and their allowed values, its history, pending requests, and who may change it',
  auth: 'session',
  roles,
  guard: 'reads',
  request: z.object({ kind: z.string().max(40), key: z.string().min(1).max(200) }),
  data: z.object({
    kind: z.string(),
    key: z.string(),
    about: z.string(),
    fields: fieldValues.nullable().describe('Null if there is no such setting: it can be created'),
    edition: z.string().describe('Changes whenever the setting changes'),
    schema: z.array(fieldSchema),
    history: z.array(auditLine),
    requests: z.array(operatorRequest).describe('Pending requests about the setting'),
    acts: z.array(rowAction),
  }),
  errors: ['not_found'],
  example: {
    request: { kind: 'rule', key: 'minimumAge' },
  },
});
