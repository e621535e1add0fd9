import { z } from 'zod';
import { defineConsoleCall } from '../defineCall.ts';
import { fieldValues } from '../entities/consoleCatalog.ts';
import { roles } from '../entities/roles.ts';

export const catalogKind = defineConsoleCall({
  name: 'catalogKind',
  summary: 'The settings of a kind, by key: at most 500 whose key contains the search text',
  auth: 'session',
  roles,
  guard: 'reads',
  request: z.object({ kind: z.string().max(40), find: z.string().max(200).default('') }),
  data: z.object({
    kind: z.string(),
    about: z.string(),
    rows: z.array(
      z.object({
        key: z.string(),
        fields: fieldValues,
        isAsked: z.boolean().describe('A change of it awaits a second approval'),
        from: z.iso.datetime().nullable().describe('A change of it was approved and is made at this time'),
      }),
    ),
    found: z.int().describe('How many there are, shown or not'),
  }),
  errors: ['not_found'],
  example: {
    request: { kind: 'fee' },
  },
});
