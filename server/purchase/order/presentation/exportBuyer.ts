import type { CallData } from '@slipway/contract/calls.ts';
import { findBillingAddress } from '../../../account/cards/billingStore.ts';
import { presentCard } from '../../../account/cards/cardCalls.ts';
import { findProfile, type Profile } from '../../../account/details/profileStore.ts';
import {
  type ExportedIdentityCheck,
  findExportedIdentityCheck,
  listExportedCards,
  listReplacedIdentityChecks,
  listSessions,
  listTimelines,
  readAccountCreatedAt,
  type StatusChange,
} from '../../../account/exportStore.ts';
import { listPasskeys } from '../../../account/passkeys/passkeyStore.ts';
import { presentLogin, presentPasskey } from '../../../account/sessionCalls.ts';
import { listLogins } from '../../../account/sessions/accessLogStore.ts';
import type { Database } from '../../../platform/database/database.ts';
import type { Session } from '../../../platform/http/handlers.ts';
import { listAddresses } from '../../address/addressBookStore.ts';
import type { Catalog } from '../../catalog/catalog.ts';
import { findReportedAmounts } from '../../offer/providerOrderStore.ts';
import type { Order } from '../order.ts';
import { listOrders } from '../orderStore.ts';
import { presentReferences, summarizeOrder } from './presentOrder.ts';

export type ExportContext = { readonly database: Database; readonly catalog: Catalog };

type Export = CallData<'exportData'>;

const PAGE_SIZE = 500;
const MOST_LOGINS = 1000;

/** The buyer whose data is exported. */
type Owner = Pick<Session, 'buyerId' | 'email' | 'kycLevel' | 'partnerId'>;

/**
 * Returns a buyer's data for the buyer, unmasked: details, identity check, cards, addresses, orders, sessions, passkeys and
 * the newest logins. Leaves out risk decisions. Reads only the buyer's own rows.
 */
export async function exportBuyer({ database, catalog }: ExportContext, owner: Owner): Promise<Export> {
  const { buyerId, email, kycLevel } = owner;
  const [exportedAt, createdAt, profile, check, replacedChecks, billing, cards, addresses, sessions, logins, passkeys] =
    await Promise.all([
      database.now(),
      readAccountCreatedAt(database, buyerId),
      findProfile(database, buyerId),
      findExportedIdentityCheck(database, buyerId),
      listReplacedIdentityChecks(database, buyerId),
      findBillingAddress(database, buyerId),
      listExportedCards(database, buyerId),
      listAddresses(database, buyerId, undefined),
      listSessions(database, buyerId),
      listLogins(database, owner, MOST_LOGINS),
      listPasskeys(database, buyerId),
    ]);
  return {
    exportedAt: exportedAt.toISOString(),
    email,
    createdAt: createdAt.toISOString(),
    kyc_level: kycLevel,
    details: profile ? presentDetails(profile) : null,
    identityCheck: check ? presentIdentityCheck(check) : null,
    replacedIdentityChecks: replacedChecks.map(presentIdentityCheck),
    billingAddress: billing ?? null,
    cards: cards.map(presentCard),
    addresses,
    orders: await exportOrders(database, catalog, buyerId),
    sessions: sessions.map(({ createdAt: begun, lastSeenAt, ...device }) => ({
      ...device,
      createdAt: begun.toISOString(),
      lastSeenAt: lastSeenAt.toISOString(),
    })),
    logins: logins.map(presentLogin),
    passkeys: passkeys.map(presentPasskey),
  };
}

function presentIdentityCheck({ updatedAt, ...check }: ExportedIdentityCheck) {
  return { ...check, updatedAt: updatedAt.toISOString() };
}

function presentDetails(profile: Profile): NonNullable<Export['details']> {
  const { firstName, lastName, birthDate, citizenship, city, purpose, phone } = profile;
  return { firstName, lastName, birthDate, citizenship, city, purpose, phone };
}

async function exportOrders(database: Database, catalog: Catalog, buyerId: string): Promise<Export['orders']> {
  const timelines = await listTimelines(database, buyerId);
  const orders = await listAllOrders(database, buyerId);
  const reportedAmounts = await findReportedAmounts(
    database,
    orders.map(({ id }) => id),
  );
  return orders.map((order) => ({
    ...summarizeOrder(order, catalog, reportedAmounts.get(order.id)),
    address: order.address,
    walletType: order.walletType,
    exchangeName: order.exchangeName,
    ...presentReferences(order),
    timeline: [
      { status: 'awaiting_payment', at: order.createdAt.toISOString() },
      ...(timelines.get(order.id) ?? []).map(presentChange),
    ],
  }));
}

async function listAllOrders(database: Database, buyerId: string): Promise<Order[]> {
  const all: Order[] = [];
  for (let page = 1; ; page += 1) {
    const { orders } = await listOrders(database, buyerId, { page, pageSize: PAGE_SIZE });
    all.push(...orders);
    if (orders.length < PAGE_SIZE) return all;
  }
}

function presentChange({ status, at }: StatusChange): { status: string; at: string } {
  return { status, at: at.toISOString() };
}
