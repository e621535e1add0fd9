import { z } from 'zod';
import { keyId, personName, personRole, statementHash } from './consolePerson.ts';

/** A person who may sign, as all people of the operator see them. */
export const listedPerson = z
  .object({
    name: personName,
    roles: z.array(personRole),
    keyId,
    credential: z.enum(['passkey', 'ed25519']),
    signOnIssuer: z
      .string()
      .nullable()
      .describe('Identity provider of the linked account for single sign-on; null if none is linked'),
    isRoot: z.boolean().describe('True for a root admin, who is configured on the host'),
    hasAlertMail: z.boolean().describe('True if the person has an email address for alerts'),
    lastSeen: z.iso.datetime().nullable().describe('When the person last signed in to the console; null for never'),
  })
  .meta({ id: 'ShownPerson' });

/** A proposal by one admin about a person, which a second admin must confirm. */
export const proposal = z
  .object({
    statement: statementHash,
    by: personName,
    name: personName,
    keyId,
    roles: z.array(personRole),
    credential: z.enum(['passkey', 'ed25519']),
  })
  .meta({ id: 'Proposal' });

/** An invited person. */
export const invitation = z
  .object({
    name: personName,
    roles: z.array(personRole),
    invitedBy: personName,
    invitedAt: z.iso.datetime(),
    expiresAt: z.iso.datetime(),
    joinedAt: z.iso
      .datetime()
      .nullable()
      .describe('When a key was submitted, which an admin then enrols; null if none was'),
    keyId: keyId.nullable(),
    credential: z
      .record(z.string(), z.string())
      .nullable()
      .describe('The public key, in the form used in a statement `enrol`'),
  })
  .meta({ id: 'Invitation' });

/** A line of the audit trail. */
export const auditLine = z
  .object({
    id: z.int(),
    at: z.iso.datetime(),
    who: z.string(),
    approvedBy: z.string().nullable(),
    why: z.string(),
    action: z.string(),
    subject: z.string(),
    before: z.string().nullable().describe('JSON as recorded'),
    after: z.string().nullable().describe('JSON as recorded'),
  })
  .meta({ id: 'AuditLine' });
