import { createAmount } from '@slipway/money/amount.ts';
import sql from 'sql-template-tag';
import { seedConfiguration } from '../../configuration/changeConfiguration.ts';
import { seededSettings } from '../../configuration/seededSettings.testing.ts';
import { approveAs, requestAs, testRootKeys } from '../../operator/persons/testPersons.testing.ts';
import type { Database, Queryable } from '../../platform/database/database.ts';
import { openOwnDatabase } from '../../platform/database/ownDatabase.testing.ts';
import { type Outcome, ok, refused } from '../../providers/outcome.ts';
import type { VenueAccount, WithdrawRequest } from '../../providers/venue/venueAccount.ts';
import { requireCrypto } from '../../purchase/catalog/catalog.ts';
import { insertWithdrawal, startSending } from '../../treasury/withdrawal/withdrawalStore.ts';
import { createSerialRunner } from '../serialRunner.ts';
import { findSignedRequests } from '../signedRequests/findSignedRequests.ts';
import { findRequestById, findRequestsToAllowAddress } from '../signedRequests/requestRowStore.ts';
import { findWithdrawalRow } from './releaseStore.ts';
import { createWithdrawalRelease } from './releaseWithdrawals.ts';
import { createMemoryReleases } from './releaseWorld.testing.ts';

const { catalog } = seededSettings();
const ether = requireCrypto(catalog, 'ETH');
export const OWN = '0x71C7656EC7ab88b098defB751B7401B5f6d8976F';
export const COLD = '0x52908400098527886E0F7030069857D2E4169EE7';
export const STRANGER = '0x8617E340B3D01FA5F11F306F4090FD50E238070D';
export const ETHERS = 10n ** 18n;

type Answer = Awaited<ReturnType<VenueAccount['withdraw']>>;

/** Opens a database with withdrawals that people have requested, and signers that release them. */
export async function openWithdrawals() {
  const { database } = await openOwnDatabase(2);
  await seedConfiguration(database, []);

  /** Opens a signer that has released nothing yet. `connection`: the database that it reads. */
  async function openWorld(rootKeys = testRootKeys, connection: Queryable = database) {
    const sent: WithdrawRequest[] = [];
    const state = {
      answer: undefined as Outcome<never, 'not_permitted'> | undefined,
      stopped: undefined as string | undefined,
    };
    const { releases: rows, open } = createMemoryReleases();
    const releases = await open();
    const requestContext = { database: { ...database, ...connection }, rootKeys, isSandbox: true };
    const denied: string[] = [];
    const release = createWithdrawalRelease({
      releases,
      runSerially: createSerialRunner(),
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
      getOwnAddress: (network) => (network === ether.network.chain ? OWN.toLowerCase() : undefined),
      findWithdrawal: (id) => findWithdrawalRow(connection, id),
      findRequest: (id) => findRequestById(connection, id),
      findAllowingRequests: (network, address) => findRequestsToAllowAddress(connection, network, address),
      filterSigned: (requests, how) => findSignedRequests(requestContext, requests, how),
      needsSecondApproval: async (_crypto, units) => units > ETHERS,
      findStopReason: async () => state.stopped,
      now: () => new Date(),
    });
    return { sent, state, rows, release, denied };
  }

  return { database, openWorld, ...createWithdrawalRequester(database) };
}

/** Returns functions that request withdrawals in a database's tables. */
export function createWithdrawalRequester(database: Database) {
  /**
   * Requests a withdrawal as anna and begins to send it, as a worker does. Returns the numbers of the withdrawal and of the
   * request. All other withdrawals become failed.
   */
  async function requestWithdrawal(
    address: string,
    units = ETHERS,
    second?: string,
  ): Promise<{ readonly id: number; readonly requestId: number }> {
    // The database permits only one unfinished withdrawal of a coin to an address.
    await database.run(sql`update withdrawals set status = 'failed'`);
    const input = { crypto: 'ETH', units: `${units}`, address };
    const requestId = await requestAs(database, { action: 'withdraw', subject: `${units} ETH`, input });
    if (second !== undefined) await approveAs(database, requestId, second);
    await database.run(sql`update operator_requests set status = 'done' where id = ${requestId}`);
    const id = await database.transaction((transaction) =>
      insertWithdrawal(transaction, requestId, {
        venue: 'kraken',
        crypto: 'ETH',
        currency: 'ETH',
        amount: createAmount(ether.asset, units),
        network: 'ethereum',
        address,
      }),
    );
    await startSending(database, id);
    return { id, requestId };
  }

  async function allowAddress(address: string, second?: string): Promise<void> {
    const id = await requestAs(database, {
      action: 'allow-address',
      subject: `ethereum ${address}`,
      input: { network: 'ethereum', address },
    });
    if (second !== undefined) await approveAs(database, id, second);
    await database.run(sql`update operator_requests set status = 'done' where id = ${id}`);
  }

  return { requestWithdrawal, allowAddress };
}
