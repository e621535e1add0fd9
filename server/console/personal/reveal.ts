import type { ConsoleCallInput } from '@slipway/contract/consoleCalls.ts';
import type { Role } from '@slipway/contract/entities/roles.ts';
import { findBillingAddress } from '../../account/billingStore.ts';
import { findBuyer } from '../../account/buyerStore.ts';
import { describeBilling } from '../../account/describeBilling.ts';
import { findProfile, type Profile } from '../../account/profileStore.ts';
import { appendAudit } from '../../platform/audit/auditStore.ts';
import type { Queryable } from '../../platform/database/database.ts';
import { AppError } from '../../platform/http/appError.ts';
import { findCheck } from '../../purchase/identity/identityStore.ts';
import { findEntry } from '../../purchase/payment/bankEntryStore.ts';
import { applicantOf } from '../buyers/buyersStore.ts';
import type { ConsoleContext } from '../consoleContext.ts';
import type { ConsolePerson } from '../gateway/consoleHandlers.ts';

type Asked = ConsoleCallInput<'reveal'>;

/** Papers are for those whose work is the law. */
const DOCUMENTS: ReadonlySet<Asked['field']> = new Set(['document']);
const WHO_SEE_DOCUMENTS: readonly Role[] = ['compliance'];

/**
 * Shows a masked field. Who has seen what of whom is written first, in the same transaction, so that nothing is seen that is
 * not noted; the field itself is not in the note. Throws `not_found` or `act_refused`.
 */
export async function reveal(
  { database }: ConsoleContext,
  { about, subject, field }: Asked,
  { name, roles }: ConsolePerson,
): Promise<{ value: string }> {
  if (DOCUMENTS.has(field) && !roles.some((role) => WHO_SEE_DOCUMENTS.includes(role)))
    throw new AppError('act_refused', { reason: `Documents are shown to ${WHO_SEE_DOCUMENTS.join(', ')}.` });
  return database.transaction(async (transaction) => {
    const value = await valueOf(transaction, { about, subject, field });
    if (value === undefined) throw new AppError('not_found', { what: `${field} of ${about}`, name: subject });
    await appendAudit(transaction, {
      who: name,
      approvedBy: null,
      why: 'shown in the console',
      action: 'reveal',
      subject: `${about} ${subject}`,
      before: null,
      after: { field },
    });
    return { value };
  });
}

async function valueOf(database: Queryable, { about, subject, field }: Asked): Promise<string | undefined> {
  if (about === 'booking')
    return field === 'account' ? (await findEntry(database, subject))?.counterpartyAccount || undefined : undefined;
  if (field === 'account') return undefined;
  return ofBuyer[field](database, subject);
}

const ofBuyer: Readonly<
  Record<Exclude<Asked['field'], 'account'>, (database: Queryable, buyerId: string) => Promise<string | undefined>>
> = {
  mail: async (database, id) => (await findBuyer(database, id))?.email,
  phone: detail('phone'),
  birthDate: detail('birthDate'),
  async address(database, id) {
    const billing = await findBillingAddress(database, id);
    return billing && describeBilling(billing);
  },
  async document(database, id) {
    const [applicant, check] = await Promise.all([applicantOf(database, id), findCheck(database, id)]);
    if (!applicant?.applicantId) return undefined;
    const said = check?.message ? `: ${check.message}` : '';
    return `${applicant.provider}, applicant ${applicant.applicantId}${said}`;
  },
};

function detail(field: keyof Pick<Profile, 'phone' | 'birthDate'>) {
  return async (database: Queryable, id: string) => (await findProfile(database, id))?.[field];
}
