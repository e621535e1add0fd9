import { z } from 'zod';
import { definePartnerPageCall } from '../defineCall.ts';
import { changeKinds, changeRequest, memberRoles } from '../entities/partnerPages.ts';

export const changes = definePartnerPageCall({
  name: 'changes',
  summary: 'The newest change requests of this partner with their states',
  auth: 'session',
  roles: memberRoles,
  guard: 'reads',
  request: z.object({}),
  data: z.object({ requests: z.array(changeRequest) }),
  errors: [],
  example: { request: {} },
});

export const requestChange = definePartnerPageCall({
  name: 'requestChange',
  summary: 'Requests a change, which the operator approves by a signed action or rejects',
  auth: 'session',
  roles: memberRoles,
  guard: 'changes',
  request: z.object({
    kind: z.enum(changeKinds),
    values: z
      .array(z.string().min(1).max(2048))
      .max(20)
      .describe('The complete list of values after the change; a share in percent; empty for a new key or secret'),
  }),
  data: z.object({ id: z.int() }),
  errors: ['change_refused', 'change_open'],
  example: { request: { kind: 'origins', values: ['https://shop.example', 'https://www.shop.example'] } },
});

export const withdrawChange = definePartnerPageCall({
  name: 'withdrawChange',
  summary: 'Withdraws an open request',
  auth: 'session',
  roles: memberRoles,
  guard: 'changes',
  request: z.object({ id: z.int().min(1) }),
  data: z.object({}),
  errors: ['member_item_unknown'],
  example: { request: { id: 12 } },
});
