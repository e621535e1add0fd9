import type { ConsoleCallInput } from '@slipway/contract/consoleCalls.ts';
import type { Role } from '@slipway/contract/entities/roles.ts';
import { findBuyer } from '../../account/buyerStore.ts';
import { findBillingAddress } from '../../account/cards/billingStore.ts';
import { describeBilling } from '../../account/cards/describeBilling.ts';
import { findProfile, type Profile } from '../../account/details/profileStore.ts';
import { formatRoles } from '../../action/roles.ts';
import { appendAuditLine } from '../../platform/audit/auditStore.ts';
import type { Queryable } from '../../platform/database/database.ts';
import { AppError } from '../../platform/http/appError.ts';
import { findIdentityCheck } from '../../purchase/identity/identityStore.ts';
import { findEntry } from '../../purchase/payment/bankEntryStore.ts';
import { findApplicant } from '../buyers/buyersStore.ts';
import type { ConsoleContext } from '../consoleContext.ts';
import type { ConsolePerson } from '../gateway/consoleHandlers.ts';

type RevealInput = ConsoleCallInput<'reveal'>;

/** Identity documents are for compliance only. */
const DOCUMENTS: ReadonlySet<RevealInput['field']> = new Set(['document']);
const DOCUMENT_ROLES: readonly Role[] = ['compliance'];

/**
 * Returns the value of a field that the pages mask. The access is written to the audit trail in the same transaction, without
 * the value, so that no access is unlogged. Throws `not_found` or `act_refused`.
 */
export async function revealField(
  { database }: ConsoleContext,
  { about, subject, field }: RevealInput,
  { name, roles }: ConsolePerson,
): Promise<{ value: string }> {
  if (DOCUMENTS.has(field) && !roles.some((role) => DOCUMENT_ROLES.includes(role)))
    throw new AppError('act_refused', {
      reason: `Viewing documents requires the ${formatRoles(DOCUMENT_ROLES)} role.`,
    });
  return database.transaction(async (transaction) => {
    const value = await readFieldValue(transaction, { about, subject, field });
    if (value === undefined) throw new AppError('not_found', { what: `${field} of ${about}`, name: subject });
    await appendAuditLine(transaction, {
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

async function readFieldValue(
  database: Queryable,
  { about, subject, field }: RevealInput,
): Promise<string | undefined> {
  if (about === 'booking')
    return field === 'account' ? (await findEntry(database, subject))?.counterpartyAccount || undefined : undefined;
  if (field === 'account') return undefined;
  return buyerFieldReaders[field](database, subject);
}

const buyerFieldReaders: Readonly<
  Record<
    Exclude<RevealInput['field'], 'account'>,
    (database: Queryable, buyerId: string) => Promise<string | undefined>
  >
> = {
  mail: async (database, id) => (await findBuyer(database, id))?.email,
  phone: createDetailReader('phone'),
  birthDate: createDetailReader('birthDate'),
  async address(database, id) {
    const billing = await findBillingAddress(database, id);
    return billing && describeBilling(billing);
  },
  async document(database, id) {
    const [applicant, check] = await Promise.all([findApplicant(database, id), findIdentityCheck(database, id)]);
    if (!applicant?.applicantId) return undefined;
    const suffix = check?.message ? `: ${check.message}` : '';
    return `${applicant.provider}, applicant ${applicant.applicantId}${suffix}`;
  },
};

function createDetailReader(field: keyof Pick<Profile, 'phone' | 'birthDate'>) {
  return async (database: Queryable, id: string) => (await findProfile(database, id))?.[field];
}
