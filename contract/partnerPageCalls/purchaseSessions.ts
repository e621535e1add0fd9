import { z } from 'zod';
import { definePartnerPageCall } from '../defineCall.ts';
import { memberRoles } from '../entities/partnerPages.ts';

export const purchaseSessions = definePartnerPageCall({
  name: 'purchaseSessions',
  summary: 'The newest 100 purchases that this partner has fixed through its server or a signed link',
  auth: 'session',
  roles: memberRoles,
  guard: 'reads',
  request: z.object({}),
  data: z.object({
    list: z.array(
      z.object({
        id: z.string(),
        createdAt: z.iso.datetime(),
        expiresAt: z.iso.datetime().describe('Until when it can be opened'),
        openedAt: z.iso.datetime().nullable(),
        state: z.enum(['waiting', 'expired', 'opened', 'ordered']),
        orderNo: z.string().nullable().describe('Number of the newest order that was created in it'),
      }),
    ),
  }),
  errors: [],
  example: { request: {} },
});
