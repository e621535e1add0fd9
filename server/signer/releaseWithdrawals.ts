import { amountOf, toDecimal } from '@slipway/money/amount.ts';
import { STANDING } from '../platform/persons/judgeStatement.ts';
import { type Outcome, ok, refused } from '../providers/outcome.ts';
import type { VenueAccount } from '../providers/venue/venueAccount.ts';
import type { WithdrawalRefusal, WithdrawalRelease } from '../providers/venue/withdrawalRelease.ts';
import type { Crypto } from '../purchase/catalog/catalog.ts';
import type { AddressScreening } from '../risk/screening.ts';
import type { WithdrawalRow } from './releaseStore.ts';
import type { ReleaseRecord } from './releases.ts';
import type { RequestWords } from './requestWordStore.ts';
import type { Said } from './saidByPersons.ts';
import type { Turns } from './turns.ts';

export type WithdrawalContext = {
  readonly releases: ReleaseRecord;
  readonly turns: Turns;
  /** With a key that may withdraw. */
  readonly venue: Pick<VenueAccount, 'withdraw'>;
  readonly screening: Pick<AddressScreening, 'isDenied'>;
  findCrypto(id: string): Crypto | undefined;
  /** Of the signer's own keys, by CAIP-2 id of the network. */
  ownAddress(network: string): string | undefined;
  findWithdrawal(id: number): Promise<WithdrawalRow | undefined>;
  findRequest(id: number): Promise<RequestWords | undefined>;
  /** What says that coins may go to an address on a network, by its wire id. */
  findAllowing(network: string, address: string): Promise<readonly RequestWords[]>;
  saidBy(
    requests: readonly RequestWords[],
    how: { readonly takesTwo: boolean; readonly lifetimes?: typeof STANDING },
  ): Promise<readonly Said[]>;
  /** Whether it is worth so much that one person's word is none, by the signer's own prices; or nobody knows its worth. */
  takesTwo(crypto: Crypto, units: bigint): Promise<boolean>;
  stopped(): Promise<string | undefined>;
  now(): Date;
};

type Signed = { readonly crypto: Crypto; readonly units: bigint; readonly address: string; readonly hash: string };

const RETRY_AFTER_MS = 60_000;

/**
 * Has the venue send coins that persons have signed for: to the treasury's own address, which one of them may ask for, or to one
 * that two have allowed. Each statement is good for one withdrawal, whatever the tables say of it.
 */
export function createWithdrawalRelease(context: WithdrawalContext): WithdrawalRelease {
  const { releases, venue, turns } = context;
  /** What the venue has said in so many words that it has not taken: it may be let go again. */
  const notTaken = new Set<string>();

  async function withdraw(id: number) {
    const signed = await judgeWithdrawal(context, id);
    if (signed.kind !== 'ok') return signed;
    const { crypto, units, address, hash } = signed.value;
    const claims = [`withdrawal ${id}`, `said ${hash}`];
    const isAgain = notTaken.has(hash);
    if (!isAgain && claims.some((claim) => releases.isUsed(claim))) return refused('released_already' as const);
    let left = false;
    const outcome = await venue.withdraw({
      currency: crypto.symbol.toUpperCase(),
      network: crypto.network.id,
      address,
      amount: toDecimal(amountOf(crypto.asset, units)),
      mayStillSend: async () => {
        if ((await context.stopped()) !== undefined) return false;
        notTaken.delete(hash);
        if (!isAgain) {
          const content = { kind: 'withdrawal', crypto: crypto.id, units: `${units}`, address } as const;
          await releases.add({ name: `${id}`, claims, content, releasedAt: context.now() });
        }
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
      turns(async () => {
        const stopped = await context.stopped();
        return stopped === undefined ? withdraw(id) : unavailable(stopped);
      }),
  };
}

/** What is sent is what was signed: of the rows only their numbers are believed. */
async function judgeWithdrawal(context: WithdrawalContext, id: number): Promise<Outcome<Signed, WithdrawalRefusal>> {
  const row = await context.findWithdrawal(id);
  const request = row && (await context.findRequest(row.requestId));
  const { crypto: cryptoId = '', units: digits = '', address = '' } = request?.input ?? {};
  const crypto = context.findCrypto(cryptoId);
  if (request?.action !== 'withdraw' || !crypto || !/^\d{1,78}$/.test(digits)) return refused('not_signed');
  const units = BigInt(digits);
  const isOwn = isSameAddress(context.ownAddress(crypto.network.chain) ?? '', address);
  const [said] = await context.saidBy([request], { takesTwo: !isOwn && (await context.takesTwo(crypto, units)) });
  if (!said) return refused('not_signed');
  if (!isOwn) {
    const found = await context.findAllowing(crypto.network.id, address);
    const allowing = found.filter(({ input }) => isSameAddress(input['address'] ?? '', address));
    const [allowed] = await context.saidBy(allowing, { takesTwo: true, lifetimes: STANDING });
    if (!allowed) return refused('address_not_allowed');
  }
  if (context.screening.isDenied(address)) return refused('address_denied');
  return ok({ crypto, units, address, hash: said.hash });
}

function unavailable(detail: string): Outcome<never> {
  return { kind: 'unavailable', retryAfterMs: RETRY_AFTER_MS, detail };
}

/** Capitals mean nothing in hexadecimal and in Bech32 (EIP-55, BIP 173), and something in every other kind. */
function isSameAddress(one: string, other: string): boolean {
  return /^(?:0x|bc1|tb1|bcrt1)/i.test(one) ? one.toLowerCase() === other.toLowerCase() : one !== '' && one === other;
}
