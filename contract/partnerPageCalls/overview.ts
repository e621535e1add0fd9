import { z } from 'zod';
import { definePartnerPageCall } from '../defineCall.ts';
import { changeRequest, memberRoles } from '../entities/partnerPages.ts';

export const goLiveSteps = ['origin', 'key', 'keyUsed', 'webhookUrl', 'webhookSecret', 'webhookOn', 'order'] as const;

export const overview = definePartnerPageCall({
  name: 'overview',
  summary: 'The settings of the partner, which steps before going live are done, and its open requests',
  auth: 'session',
  roles: memberRoles,
  guard: 'reads',
  request: z.object({}),
  data: z.object({
    origins: z.array(z.string()),
    redirects: z.array(z.string()),
    webhookUrl: z.string().nullable(),
    share: z.string().describe('Share of the amount that the buyer pays, in percent'),
    steps: z
      .array(z.object({ step: z.enum(goLiveSteps), done: z.boolean() }))
      .describe('In the order in which they are best done'),
    requests: z.array(changeRequest).describe('Open requests, newest first'),
  }),
  errors: [],
  example: { request: {} },
});
