import { amountOf, formatAmount } from '@slipway/money/amount.ts';
import { postByHand } from '../ledger/handBookingStore.ts';
import { appendAudit } from '../platform/audit/auditStore.ts';
import { type Database, isUniqueViolation, type Transaction } from '../platform/database/database.ts';
import type { Log } from '../platform/log/log.ts';
import type { RootKey } from '../platform/persons/readPersons.ts';
import type { Chains } from '../providers/chain/chains.ts';
import type { Catalog } from '../purchase/catalog/catalog.ts';
import { transactionTime } from '../purchase/order/orderStore.ts';
import type { AddressScreening } from '../risk/screening.ts';
import { listAddress } from '../treasury/withdrawal/addressStore.ts';
import { walletDeposit } from '../treasury/withdrawal/walletDeposit.ts';
import { insertWithdrawal } from '../treasury/withdrawal/withdrawalStore.ts';
import { judgeTopUp } from './judgeTopUp.ts';
import { BEING_SENT, currencyOf, judgeWithdrawal } from './judgeWithdrawal.ts';
import { judgeRequest, refuseUnsigned } from './persons/judgeRequest.ts';
import type { TreasuryAction } from './requestActions.ts';
import { approvedTreasuryRequests, type OperatorRequest, settleRequest, takeRequest } from './requestStore.ts';

export type TreasuryRequestContext = {
  readonly database: Database;
  readonly venue: { readonly id: string };
  readonly catalog: Catalog;
  readonly chains: Chains;
  readonly screening: Pick<AddressScreening, 'isDenied'>;
  readonly log: Log;
  readonly rootKeys: readonly RootKey[];
  readonly personsSeen?: Set<string>;
  readonly isSandbox?: boolean;
};

type Done = { readonly status: 'done' | 'refused'; readonly result: string };
type Write = (transaction: Transaction) => Promise<Done>;
/** Asks outside what has to be asked; `later`: it does not answer now. */
type Action = (context: TreasuryRequestContext, request: OperatorRequest) => Promise<Write | 'later'>;

/** Does what operators have asked of the treasury and, where needed, a second person has agreed to. */
export async function doTreasuryRequests(context: TreasuryRequestContext): Promise<void> {
  for (const request of await approvedTreasuryRequests(context.database)) {
    const { id, action } = request;
    try {
      await doRequest(context, request);
    } catch (error) {
      context.log.error({ error, request: id, action }, "an operator's request failed");
    }
  }
}

/** What the database refuses for good, in the operator's words. */
const REFUSED_BY: Readonly<Record<string, string>> = {
  one_withdrawal_being_sent: BEING_SENT,
  ledger_transactions_key_key: 'it was booked before',
};

async function doRequest(context: TreasuryRequestContext, asked: OperatorRequest): Promise<void> {
  const { id, action } = asked;
  const settle = (work: Write) =>
    context.database.transaction(async (transaction) => {
      if (!(await takeRequest(transaction, id))) return;
      const done = await work(transaction);
      await settleRequest(transaction, id, done);
      const { who, why, approvedBy, subject, input } = asked;
      const after = { ...done, ...input };
      await appendAudit(transaction, { who, why, approvedBy, action, subject, before: null, after });
    });
  const judged = await judgeRequest(context, asked);
  if (judged.kind === 'refused') {
    await refuseUnsigned(context, asked, judged.reason);
    return;
  }
  const write = await actions[action as TreasuryAction](context, asked);
  if (write === 'later') return;
  try {
    await settle(write);
  } catch (error) {
    const [, why] = Object.entries(REFUSED_BY).find(([constraint]) => isUniqueViolation(error, constraint)) ?? [];
    if (why === undefined) throw error;
    await settle(async () => refusedAs(why));
  }
}

const actions: Readonly<Record<TreasuryAction, Action>> = {
  withdraw:
    async ({ catalog, venue, screening }, { id, input }) =>
    async (transaction) => {
      const isDenied = (address: string) => screening.isDenied(address);
      const judged = await judgeWithdrawal({ database: transaction, catalog, isDenied }, input);
      if (judged.kind === 'refused') return refusedAs(judged.why);
      const { crypto, amount, listed } = judged;
      const withdrawal = await insertWithdrawal(transaction, id, {
        venue: venue.id,
        crypto: crypto.id,
        currency: currencyOf(crypto),
        amount,
        network: crypto.network.id,
        address: listed.written,
      });
      const said = `${formatAmount(amount)} ${crypto.id} to ${listed.written}`;
      return { status: 'done', result: `withdrawal ${withdrawal} of ${said} is asked of the venue` };
    },

  'allow-address':
    async ({ catalog, chains, screening }, { id, input }) =>
    async (transaction) => {
      const network = catalog.networks.find((one) => one.id === input['network']);
      const chain = network && chains.get(network.chain);
      if (!chain) return refusedAs(`there is no network ${input['network'] ?? ''} here`);
      const verdict = chain.validateAddress(input['address'] ?? '', chain.nativeAsset);
      if (!verdict.valid) return refusedAs(`it is no address to pay on ${network.id}: ${verdict.fault}`);
      const { normalized } = verdict;
      if (screening.isDenied(normalized)) return refusedAs('it is on a list of denied addresses');
      const folded = chain.traits.foldAddress(normalized);
      const listed = { network: network.chain, address: folded, written: normalized };
      return (await listAddress(transaction, listed, id))
        ? { status: 'done', result: `coins may be withdrawn to ${normalized}` }
        : refusedAs(`${normalized} is the treasury’s own`);
    },

  async 'top-up'({ database, catalog, chains }, { id, input }) {
    const { transaction: transactionId = '' } = input;
    const judged = await judgeTopUp(database, catalog, input);
    if (judged.kind === 'refused') return async () => refusedAs(judged.why);
    const { crypto } = judged;
    const chain = chains.get(crypto.network.chain);
    if (!chain) return async () => refusedAs(`there is no crypto ${crypto.id} here`);
    const incoming = await chain.getIncoming(transactionId, crypto.asset);
    if (incoming.kind === 'refused')
      return async () => refusedAs(`${chain.name} knows no transaction ${transactionId}`);
    if (incoming.kind !== 'ok') return 'later';
    const { units, final } = incoming.value;
    if (!final) return async () => refusedAs('it is not final yet: ask again when it is');
    if (units === 0n) return async () => refusedAs(`it brings no ${crypto.id} to the treasury`);
    const from = input['from'] === 'owner' ? 'equity' : 'asset:transit';
    const deposit = { network: chain.network, transactionId, asset: crypto.asset, units };
    return async (transaction) => {
      const at = await transactionTime(transaction);
      await postByHand(transaction, walletDeposit(deposit, from), { request: id, at });
      const said = formatAmount(amountOf(crypto.asset, units));
      return { status: 'done', result: `${said} ${crypto.id} have come to the treasury` };
    };
  },
};

function refusedAs(result: string): Done {
  return { status: 'refused', result };
}
