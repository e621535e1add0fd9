import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import { type ActionRequest, defineAction, fields } from '../../action/action.ts';
import { never } from '../../action/approvalThreshold.ts';
import type { ClerkContext, ClerkWrite } from '../../action/clerkContext.ts';
import { CommandError } from '../../action/commandError.ts';
import { EVERYONE } from '../../action/roles.ts';
import { appendAuditLine } from '../../platform/audit/auditStore.ts';
import { loadPersonRegistry } from '../../platform/persons/personStatementStore.ts';
import {
  deletePersonAddress,
  hashAlertAddress,
  insertRequestedAddress,
  savePersonAddress,
  takeRequestedAddress,
} from '../duty/personAddressStore.ts';
import { requireSelfOrAdmin } from './requireSelfOrAdmin.ts';

const inputSchema = fields('hash');

/**
 * Sets or removes the email address for a person's alerts, requested by that person or an admin. The audit trail records the
 * change without the address.
 */
export const changeAlertAddress = defineAction({
  name: 'reach',
  subject: 'other',
  input: inputSchema,
  right: { requesters: EVERYONE, approvers: null },
  secondPerson: never,
  title: (subject, { hash }) =>
    hash === '' ? `Remove the alert address of ${subject}` : `Change the alert address of ${subject}`,
  money: 'None',
  check: async ({ database, rootKeys, who }, { subject }) =>
    requireSelfOrAdmin(await loadPersonRegistry(database, rootKeys), who, subject),
  command: {
    usage: 'reach NAME ADDRESS | none',
    about: 'sets the email address at which a person receives alerts: your own, or any if you are an admin',
    async read(context, [person = '', address = '']) {
      if (address === 'none') return { subject: person, input: { hash: '' } };
      if (!z.email().max(254).safeParse(address).success) throw new CommandError('give the email address, or none');
      // Signed statements are stored permanently, so they contain only a salted hash of the address.
      const alertAddress = { mail: address, salt: randomBytes(16).toString('base64url') };
      await insertRequestedAddress(context.database, alertAddress);
      return { subject: person, input: { hash: hashAlertAddress(alertAddress) } };
    },
  },
  doneBy: 'clerk',
  execute,
});

async function execute({ rootKeys }: ClerkContext, request: ActionRequest<typeof inputSchema>): Promise<ClerkWrite> {
  const { subject: person, who, why } = request;
  const { hash } = request.input;
  return async (transaction) => {
    requireSelfOrAdmin(await loadPersonRegistry(transaction, rootKeys), who, person);
    if (hash === '') await deletePersonAddress(transaction, person);
    else {
      const mail = await takeRequestedAddress(transaction, hash);
      if (mail === undefined) throw new CommandError('the address is no longer stored: request it again');
      await savePersonAddress(transaction, person, mail);
    }
    const line = { who, why, approvedBy: null, action: 'reach', subject: `person ${person}`, before: null };
    await appendAuditLine(transaction, { ...line, after: { address: hash === '' ? 'none' : 'set' } });
    return hash === '' ? `${person} no longer has an address` : `${person} receives alerts by email`;
  };
}
