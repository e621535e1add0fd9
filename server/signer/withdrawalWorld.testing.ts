import { amountOf } from '@slipway/money/amount.ts';
import sql from 'sql-template-tag';
import { seedConfiguration } from '../configuration/changeConfiguration.ts';
import { seededSettings } from '../configuration/seededSettings.testing.ts';
import { approveAs, askAs, testRootKeys } from '../operator/persons/testPersons.testing.ts';
import type { Database, Queryable } from '../platform/database/database.ts';
import { openOwnDatabase } from '../platform/database/ownDatabase.testing.ts';
import { type Outcome, ok, refused } from '../providers/outcome.ts';
import type { VenueAccount, WithdrawRequest } from '../providers/venue/venueAccount.ts';
import { requireCrypto } from '../purchase/catalog/catalog.ts';
import { insertWithdrawal, letGo } from '../treasury/withdrawal/withdrawalStore.ts';
import { findWithdrawalRow } from './releaseStore.ts';
import { createWithdrawalRelease } from './releaseWithdrawals.ts';
import { memoryReleases } from './releaseWorld.testing.ts';
import { requestById, requestsAllowing } from './requestWordStore.ts';
import { saidByPersons } from './saidByPersons.ts';
import { createTurns } from './turns.ts';

const { catalog } = seededSettings();
const ether = requireCrypto(catalog, 'ETH');
export const OWN = '0x71C7656EC7ab88b098defB751B7401B5f6d8976F';
export const COLD = '0x52908400098527886E0F7030069857D2E4169EE7';
export const STRANGER = '0x8617E340B3D01FA5F11F306F4090FD50E238070D';
export const ETHERS = 10n ** 18n;

type Answer = Awaited<ReturnType<VenueAccount['withdraw']>>;

/** What persons have asked a venue to send, on a database of their own, and signers that let it go. */
export async function openWithdrawals() {
  const { database } = await openOwnDatabase(2);
  await seedConfiguration(database, []);

  /** A signer that has let nothing go yet. `seen`: the database as it is for it. */
  async function openWorld(rootKeys = testRootKeys, seen: Queryable = database) {
    const sent: WithdrawRequest[] = [];
    const state = {
      answer: undefined as Outcome<never, 'not_permitted'> | undefined,
      stopped: undefined as string | undefined,
    };
    const { releases: rows, open } = memoryReleases();
    const releases = await open();
    const words = { database: { ...database, ...seen }, rootKeys, isSandbox: true };
    const denied: string[] = [];
    const release = createWithdrawalRelease({
      releases,
      turns: createTurns(),
      venue: {
        async withdraw(request): Promise<Answer> {
          if (!(await request.mayStillSend())) return refused('superseded');
          if (state.answer) return state.answer;
          sent.push(request);
          return ok({ withdrawalId: `F${sent.length}` });
        },
      },
      screening: { isDenied: (address) => denied.includes(address) },
      findCrypto: (id) => catalog.cryptos.get(id),
      ownAddress: (network) => (network === ether.network.chain ? OWN.toLowerCase() : undefined),
      findWithdrawal: (id) => findWithdrawalRow(seen, id),
      findRequest: (id) => requestById(seen, id),
      findAllowing: (network, address) => requestsAllowing(seen, network, address),
      saidBy: (requests, how) => saidByPersons(words, requests, how),
      takesTwo: async (_crypto, units) => units > ETHERS,
      stopped: async () => state.stopped,
      now: () => new Date(),
    });
    return { sent, state, rows, release, denied };
  }

  return { database, openWorld, ...askForWithdrawals(database) };
}

/** What persons ask a venue to send, as the tables of a database have it. */
export function askForWithdrawals(database: Database) {
  /** What anna has asked for, and a worker has let go: its number. */
  async function asked(
    address: string,
    units = ETHERS,
    second?: string,
  ): Promise<{ readonly id: number; readonly requestId: number }> {
    // One of a coin to an address is under way at a time.
    await database.run(sql`update withdrawals set status = 'failed'`);
    const input = { crypto: 'ETH', units: `${units}`, address };
    const requestId = await askAs(database, { action: 'withdraw', subject: `${units} ETH`, input });
    if (second !== undefined) await approveAs(database, requestId, second);
    await database.run(sql`update operator_requests set status = 'done' where id = ${requestId}`);
    const id = await database.transaction((transaction) =>
      insertWithdrawal(transaction, requestId, {
        venue: 'kraken',
        crypto: 'ETH',
        currency: 'ETH',
        amount: amountOf(ether.asset, units),
        network: 'ethereum',
        address,
      }),
    );
    await letGo(database, id);
    return { id, requestId };
  }

  async function allow(address: string, second?: string): Promise<void> {
    const id = await askAs(database, {
      action: 'allow-address',
      subject: `ethereum ${address}`,
      input: { network: 'ethereum', address },
    });
    if (second !== undefined) await approveAs(database, id, second);
    await database.run(sql`update operator_requests set status = 'done' where id = ${id}`);
  }

  return { asked, allow };
}
