import { type Endpoint, findEndpoint } from '../partner/endpointStore.ts';
import type { Partner } from '../partner/partner.ts';
import { appendAudit } from '../platform/audit/auditStore.ts';
import type { Database, Transaction } from '../platform/database/database.ts';
import type { CommandContext } from './command.ts';
import { CommandError } from './commandError.ts';

/** What is decided about a partner, by the name of its command. */
export type PartnerCommand =
  | 'partner'
  | 'partner-key'
  | 'embed-doctor'
  | 'rotate-secret'
  | 'rotate-link-key'
  | 'replay-events'
  | 'test-events'
  | 'switch-on';

export async function requireEndpoint(database: Database, id: string): Promise<Endpoint> {
  const endpoint = await findEndpoint(database, id);
  if (!endpoint) throw new CommandError(`${id} has no secret yet: npm run operate -- rotate-secret ${id}`);
  return endpoint;
}

/** Does it, together with its line in the audit trail. */
export async function decided<T>(
  { database, who, why }: CommandContext,
  action: PartnerCommand,
  { id }: Partner,
  after: unknown,
  work: (transaction: Transaction) => Promise<T>,
): Promise<T> {
  return database.transaction(async (transaction) => {
    const result = await work(transaction);
    const line = { who, why, approvedBy: null, action, subject: `partner ${id}`, before: null, after };
    await appendAudit(transaction, line);
    return result;
  });
}
