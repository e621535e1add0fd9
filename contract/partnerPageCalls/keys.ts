import { z } from 'zod';
import { definePartnerPageCall } from '../defineCall.ts';
import { memberRoles } from '../entities/partnerPages.ts';

const dates = {
  createdAt: z.iso.datetime(),
  retiresAt: z.iso.datetime().nullable().describe('Null for the newest, which does not expire'),
};

export const keys = definePartnerPageCall({
  name: 'keys',
  summary: 'The ids and dates of the valid keys and secrets; never a secret',
  auth: 'session',
  roles: memberRoles,
  guard: 'reads',
  request: z.object({}),
  data: z.object({
    keys: z.array(z.object({ id: z.string(), ...dates, lastUsedAt: z.iso.datetime().nullable() })),
    linkKeys: z.array(z.object({ id: z.string(), ...dates })),
    webhookSecrets: z.array(z.object(dates)),
  }),
  errors: [],
  example: { request: {} },
});
