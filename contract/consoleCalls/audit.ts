import { z } from 'zod';
import { defineConsoleCall } from '../defineCall.ts';
import { auditLine } from '../entities/consolePeople.ts';
import { roles } from '../entities/roles.ts';

export const audit = defineConsoleCall({
  name: 'audit',
  summary: 'The history of what persons have decided, newest first',
  auth: 'session',
  roles,
  guard: 'reads',
  request: z.object({
    before: z.int().min(1).optional().describe('Lines before this one'),
    who: z.string().max(40).optional(),
    action: z.string().max(40).optional(),
    subject: z.string().max(200).optional().describe('As it is written there, such as `order 7KQ2…`'),
  }),
  data: z.object({
    lines: z.array(auditLine),
    head: z.object({ id: z.int(), hash: z.string() }).nullable(),
    seal: z.object({ line: z.int(), sealedAt: z.iso.datetime() }).nullable().describe('The newest seal over it'),
  }),
  errors: [],
  example: {
    request: {},
    data: {
      lines: [
        {
          id: 812,
          at: '2026-11-21T10:38:12.000Z',
          who: 'dora',
          approvedBy: 'anna',
          why: 'new contract with the acquirer',
          action: 'set',
          subject: 'fee EUR:card',
          before: '{"percent":"3.9"}',
          after: '{"percent":"3.6"}',
        },
      ],
      head: { id: 812, hash: 'a'.repeat(64) },
      seal: { line: 810, sealedAt: '2026-11-21T10:38:00.000Z' },
    },
  },
});
