import { z } from 'zod';
import { defineConsoleCall } from '../defineCall.ts';
import { fieldValues } from '../entities/consoleCatalog.ts';
import { roles } from '../entities/roles.ts';

export const catalogKind = defineConsoleCall({
  name: 'catalogKind',
  summary: 'The rows of a kind, by key: at most 500 of those whose key holds what is looked for',
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
        isAsked: z.boolean().describe('A change of it waits for a second person'),
        from: z.iso.datetime().nullable().describe('A change of it was agreed to, and is made then'),
      }),
    ),
    found: z.int().describe('How many there are, shown or not'),
  }),
  errors: ['not_found'],
  example: {
    request: { kind: 'fee' },
    data: {
      kind: 'fee',
      about: "a payment method's fee in a currency",
      rows: [
        {
          key: 'bank_transfer/EUR',
          fields: { percent: '0.01', fixed: '0', minimum: '1.00', enabled: true },
          isAsked: false,
          from: '2026-12-01T06:00:00.000Z',
        },
      ],
      found: 1,
    },
  },
});
