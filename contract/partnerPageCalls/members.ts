import { z } from 'zod';
import { definePartnerPageCall } from '../defineCall.ts';
import { memberId, memberRole, memberRoles } from '../entities/partnerPages.ts';

export const members = definePartnerPageCall({
  name: 'members',
  summary: 'The people of this partner, and its open invitations',
  auth: 'session',
  roles: memberRoles,
  guard: 'reads',
  request: z.object({}),
  data: z.object({
    members: z.array(
      z.object({
        id: memberId,
        name: z.string(),
        email: z.string(),
        role: memberRole,
        joinedAt: z.iso.datetime(),
        lastUsedAt: z.iso.datetime().nullable().describe('When the member last logged in'),
        isYou: z.boolean(),
      }),
    ),
    invitations: z.array(
      z.object({ id: memberId, role: memberRole, invitedAt: z.iso.datetime(), expiresAt: z.iso.datetime() }),
    ),
  }),
  errors: [],
  example: { request: {} },
});

export const inviteMember = definePartnerPageCall({
  name: 'inviteMember',
  summary: 'Creates an invitation for one person; its link is shown once',
  auth: 'session',
  roles: ['owner'],
  guard: 'changes',
  request: z.object({ role: memberRole }),
  data: z.object({ link: z.string(), expiresAt: z.iso.datetime() }),
  errors: ['members_full'],
  example: { request: { role: 'developer' } },
});

export const removeMember = definePartnerPageCall({
  name: 'removeMember',
  summary: 'Removes a member, whose sessions end at once, or withdraws an invitation',
  auth: 'session',
  roles: ['owner'],
  guard: 'changes',
  request: z.object({ id: memberId }),
  data: z.object({}),
  errors: ['member_item_unknown', 'last_owner'],
  example: { request: { id: '7d1f4a6e-52c1-4b0e-9f0c-3f1d2a9b8c77' } },
});
