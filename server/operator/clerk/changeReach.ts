import { forgetAddress, takeAskedAddress, writeAddress } from '../../notification/duty/personAddressStore.ts';
import { appendAudit } from '../../platform/audit/auditStore.ts';
import { loadPersons } from '../../platform/persons/personStatementStore.ts';
import { CommandError } from '../commandError.ts';
import { requireOwnOrAdmin } from '../duty/requireOwnOrAdmin.ts';
import type { OperatorRequest } from '../requestStore.ts';
import type { Write } from './clerkActs.ts';
import type { ClerkContext } from './clerkContext.ts';

/** Where a person is told of alerts: their own word, or an admin's. The history says that it was changed, and no address. */
export async function changeReach({ rootKeys }: ClerkContext, request: OperatorRequest): Promise<Write> {
  const { subject: person, input, who, why } = request;
  const hash = input['hash'] ?? '';
  return async (transaction) => {
    requireOwnOrAdmin(await loadPersons(transaction, rootKeys), who, person);
    if (hash === '') await forgetAddress(transaction, person);
    else {
      const mail = await takeAskedAddress(transaction, hash);
      if (mail === undefined) throw new CommandError('the address is there no longer: ask for it again');
      await writeAddress(transaction, person, mail);
    }
    const line = { who, why, approvedBy: null, action: 'reach', subject: `person ${person}`, before: null };
    await appendAudit(transaction, { ...line, after: { address: hash === '' ? 'none' : 'set' } });
    return hash === '' ? `${person} has no address any more` : `${person} is told of alerts by letter`;
  };
}
