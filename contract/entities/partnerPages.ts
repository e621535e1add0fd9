import { z } from 'zod';
import { shortText } from './scalars.ts';

/** Roles of a partner's people on its pages. Owners also invite and remove members. */
export const memberRoles = ['owner', 'developer'] as const;
export type MemberRole = (typeof memberRoles)[number];

export const memberRole = z.enum(memberRoles).meta({ id: 'PartnerMemberRole' });

export const memberName = shortText.min(1).describe('Name of the member, as the others see it');
export const memberEmail = z.email().max(254).describe('Email address of the member, as the others see it');

export const memberId = z.uuid().describe('Id of the member');

export const invitationCode = z
  .string()
  .trim()
  .toUpperCase()
  .regex(/^[0-9A-Z]{20}$/, 'must be the 20 letters and digits of an invitation')
  .describe('The code of the invitation, the last part of its link');

export const ownMember = z
  .object({ id: memberId, name: z.string(), email: z.string(), role: memberRole })
  .meta({ id: 'PartnerMember' });

/** Kinds of changes that a partner may request; the operator decides. */
export const changeKinds = ['origins', 'redirects', 'webhookUrl', 'share', 'key', 'linkKey', 'webhookSecret'] as const;
export type ChangeKind = (typeof changeKinds)[number];

export const changeStates = ['open', 'approved', 'rejected', 'withdrawn'] as const;
export type ChangeState = (typeof changeStates)[number];

export const changeRequest = z
  .object({
    id: z.int(),
    kind: z.enum(changeKinds),
    values: z.array(z.string()).describe('The requested values; empty for a new key or secret'),
    requestedBy: z.string().nullable().describe('Name of the member; null once they have been removed'),
    requestedAt: z.iso.datetime(),
    state: z.enum(changeStates),
    decidedAt: z.iso.datetime().nullable(),
    reason: z.string().nullable().describe('Reason of a rejection'),
    operatorRequest: z.int().nullable().describe('Number of the operator’s request that fulfilled or rejected it'),
  })
  .meta({ id: 'PartnerChangeRequest' });

/** Checks of `embed-doctor`, in the order in which their faults are best fixed. */
export const doctorChecks = [
  'page_insecure',
  'origin_unknown',
  'origin_insecure',
  'redirect_not_allowed',
  'webhook_missing',
  'webhook_secret_missing',
  'webhook_off',
  'webhook_address_refused',
  'key_retiring',
  'page_unreachable',
  'page_not_ok',
  'loader_other_origin',
  'integrity_outdated',
  'integrity_missing',
  'crossorigin_missing',
  'policy_frame',
  'policy_script',
  'opener_policy',
  'embedder_policy',
  'referrer_hidden',
  'clock_skew',
] as const;
export type DoctorCheck = (typeof doctorChecks)[number];

export const checkResult = z
  .object({
    check: z.enum(doctorChecks),
    state: z
      .enum(['passed', 'fault', 'unchecked'])
      .describe('`unchecked`: what the check needs is not there, such as a script tag of the loader'),
    fault: z.string().describe('What is wrong; empty without a fault'),
    change: z.string().nullable().describe('The header, attribute or command to set on the partner’s site'),
  })
  .meta({ id: 'PartnerPageCheckResult' });
export type CheckResult = z.output<typeof checkResult>;
