import { createAmount, toDecimal } from '@slipway/money/amount.ts';
import { UNLIMITED_LIFETIMES } from '../../platform/persons/verifyStatement.ts';
import { isSameAddress } from '../../providers/chain/isSameAddress.ts';
import { type Outcome, ok, refused } from '../../providers/outcome.ts';
import type { VenueAccount } from '../../providers/venue/venueAccount.ts';
import type { WithdrawalRefusal, WithdrawalRelease } from '../../providers/venue/withdrawalRelease.ts';
import type { Crypto } from '../../purchase/catalog/catalog.ts';
import type { AddressScreener } from '../../risk/screening.ts';
import type { SerialRunner } from '../serialRunner.ts';
import type { SignedOperatorRequest } from '../signedRequests/findSignedRequests.ts';
import type { RequestRow } from '../signedRequests/requestRowStore.ts';
import type { WithdrawalRow } from './releaseStore.ts';
import type { ReleaseRecord } from './releases.ts';

export type WithdrawalContext = {
  readonly releases: ReleaseRecord;
  readonly runSerially: SerialRunner;
  /** The venue, with an API key that may withdraw. */
  readonly venue: Pick<VenueAccount, 'withdraw'>;
  readonly screening: Pick<AddressScreener, 'isDenied'>;
  findCrypto(id: string): Crypto | undefined;
  /** Returns the address of the signer's own key for a network (CAIP-2 id). */
  getOwnAddress(network: string): string | undefined;
  findWithdrawal(id: number): Promise<WithdrawalRow | undefined>;
  findRequest(id: number): Promise<RequestRow | undefined>;
  /** Returns the requests that allow coins to go to an address on a network (wire id). */
  findAllowingRequests(network: string, address: string): Promise<readonly RequestRow[]>;
  filterSigned(
    requests: readonly RequestRow[],
    how: { readonly needsSecondApproval: boolean; readonly lifetimes?: typeof UNLIMITED_LIFETIMES },
  ): Promise<readonly SignedOperatorRequest[]>;
  /** Returns true if the amount needs a second person by the signer's own prices, or has no price. */
  needsSecondApproval(crypto: Crypto, units: bigint): Promise<boolean>;
  findStopReason(): Promise<string | undefined>;
  now(): Date;
};

type Signed = { readonly crypto: Crypto; readonly units: bigint; readonly address: string; readonly hash: string };

const RETRY_AFTER_MS = 60_000;

/**
 * Makes the venue send coins that people have signed for: to the treasury's own address, for which one person is enough, or to
 * an address that two have allowed, where a large amount needs two signatures. Each statement is good for one withdrawal, even
 * if the tables name it for several.
 */
export function createWithdrawalRelease(context: WithdrawalContext): WithdrawalRelease {
  const { releases, venue, runSerially } = context;
  /** Hashes of the statements whose withdrawal the venue has certainly not accepted, so that it may be released again. */
  const notTaken = new Set<string>();

  async function withdraw(id: number) {
    const signed = await judgeWithdrawal(context, id);
    if (signed.kind !== 'ok') return signed;
    const { crypto, units, address, hash } = signed.value;
    const claims = [`withdrawal ${id}`, `said ${hash}`];
    const isAgain = notTaken.has(hash);
    if (!isAgain && claims.some((claim) => releases.isUsed(claim))) return refused('already_released' as const);
    let left = false;
    const outcome = await venue.withdraw({
      currency: crypto.symbol.toUpperCase(),
      network: crypto.network.id,
      address,
      amount: toDecimal(createAmount(crypto.asset, units)),
      mayStillSend: async () => {
        if ((await context.findStopReason()) !== undefined) return false;
        notTaken.delete(hash);
        // Added for a repeated request too: an entry precedes each request to the venue, and only the active signer can
        // append one.
        const content = { kind: 'withdrawal', crypto: crypto.id, units: `${units}`, address } as const;
        await releases.add({ name: `${id}`, claims, content, releasedAt: context.now() });
        left = true;
        return true;
      },
    });
    if (outcome.kind === 'ok') return ok({ venueId: outcome.value.withdrawalId });
    if (outcome.kind === 'unavailable' && left) notTaken.add(hash);
    if (outcome.kind !== 'refused') return outcome;
    const { reason, detail } = outcome;
    if (reason === 'superseded') return unavailable('the signer was stopped');
    return detail === undefined ? refused(reason) : refused(reason, detail);
  }

  return {
    withdraw: (id) =>
      runSerially(async () => {
        const stopped = await context.findStopReason();
        return stopped === undefined ? withdraw(id) : unavailable(stopped);
      }),
  };
}

/** Returns the withdrawal that people have signed. It trusts only the ids in the rows. */
async function judgeWithdrawal(context: WithdrawalContext, id: number): Promise<Outcome<Signed, WithdrawalRefusal>> {
  const row = await context.findWithdrawal(id);
  const request = row && (await context.findRequest(row.requestId));
  const { crypto: cryptoId = '', units: digits = '', address = '' } = request?.input ?? {};
  const crypto = context.findCrypto(cryptoId);
  if (request?.action !== 'withdraw' || !crypto || !/^\d{1,78}$/.test(digits)) return refused('not_signed');
  const units = BigInt(digits);
  const isOwn = isSameAddress(context.getOwnAddress(crypto.network.chain) ?? '', address);
  const [signedRequest] = await context.filterSigned([request], {
    needsSecondApproval: !isOwn && (await context.needsSecondApproval(crypto, units)),
  });
  if (!signedRequest) return refused('not_signed');
  if (!isOwn) {
    const found = await context.findAllowingRequests(crypto.network.id, address);
    const allowing = found.filter(({ input }) => isSameAddress(input['address'] ?? '', address));
    const [allowed] = await context.filterSigned(allowing, {
      needsSecondApproval: true,
      lifetimes: UNLIMITED_LIFETIMES,
    });
    if (!allowed) return refused('address_not_allowed');
  }
  if (context.screening.isDenied(address)) return refused('address_denied');
  return ok({ crypto, units, address, hash: signedRequest.hash });
}

function unavailable(detail: string): Outcome<never> {
  return { kind: 'unavailable', retryAfterMs: RETRY_AFTER_MS, detail };
}
