import { z } from 'zod';
import { defineConsoleCall } from '../../defineCall.ts';
import { fieldValues } from '../../entities/console/consoleCatalog.ts';
import { roles } from '../../entities/roles.ts';

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
        isRequested: z.boolean().describe('True if a change of the setting awaits a second approval'),
        from: z.iso
          .datetime()
          .nullable()
          .describe('Time at which an approved change of the setting is made; null if there is none'),
      }),
    ),
    found: z.int().describe('Number of matching settings, including those that are not listed'),
  }),
  errors: ['not_found'],
  example: {
    request: { kind: 'fee' },
  },
});
