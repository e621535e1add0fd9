import { createAmount, formatAmount } from '@slipway/money/amount.ts';
import { z } from 'zod';
import { optional, type TreasuryWrite } from '../../action/action.ts';
import { never } from '../../action/approvalThreshold.ts';
import { CommandError } from '../../action/commandError.ts';
import { TREASURER } from '../../action/roles.ts';
import { readSettings } from '../../configuration/readSettings.ts';
import { postManualBooking } from '../../ledger/manualBookingStore.ts';
import { findCryptoOn } from '../../purchase/catalog/catalog.ts';
import { readTransactionTime } from '../../purchase/order/orderStore.ts';
import { buildDepositEntry } from '../withdrawal/buildDepositEntry.ts';
import { buildTopUpRequest } from './buildTreasuryRequest.ts';
import { defineTreasuryAction } from './defineTreasuryAction.ts';
import { judgeTopUp } from './judgeTopUp.ts';

export const bookTopUp = defineTreasuryAction({
  name: 'top-up',
  subject: 'other',
  input: z.strictObject({ crypto: z.string(), transaction: z.string(), from: optional('transit') }),
  right: { requesters: TREASURER, approvers: null },
  secondPerson: never,
  title: (subject) => `Record deposit: ${subject}`,
  money: 'Posts coins that arrived in the treasury without an order, in the amount that the chain reports',
  button: ({ symbol, from }: { readonly symbol: string; readonly from: string }) => ({
    label: `Record this ${symbol} deposit`,
    effect:
      from === 'owner'
        ? 'The amount that the chain reports is booked to the treasury wallet as a deposit by the owner.'
        : 'The amount that the chain reports is booked to the treasury wallet and is no longer in transit.',
  }),
  command: {
    usage: 'top-up CRYPTO TRANSACTION [--network NETWORK] [--from transit|owner]',
    about:
      'posts coins that arrived in the treasury without an order, in the amount that the chain reports; --from owner: you deposited them',
    async read({ database, options }, [name = '', transaction = '']) {
      const { catalog } = await readSettings(database);
      const crypto = findCryptoOn(catalog, name, options['network']);
      if (!crypto) throw new CommandError(`there is no crypto ${name || 'CRYPTO'}`);
      const { subject, input } = buildTopUpRequest(crypto, { transaction, from: options['from'] ?? 'transit' });
      return { subject, input };
    },
  },
  doneBy: 'treasury',
  async execute({ database, catalog, chains }, { id, input }) {
    const { transaction: transactionId } = input;
    const judged = await judgeTopUp(database, catalog, input);
    if (judged.kind === 'refused') return createRefusal(judged.why);
    const { crypto } = judged;
    const chain = chains.get(crypto.network.chain);
    if (!chain) return createRefusal(`there is no crypto ${crypto.id} here`);
    const incoming = await chain.getIncoming(transactionId, crypto.asset);
    if (incoming.kind === 'refused') return createRefusal(`${chain.name} has no transaction ${transactionId}`);
    if (incoming.kind !== 'ok') return 'later';
    const { units, final } = incoming.value;
    if (!final) return createRefusal('the transaction is not final yet: request again later');
    if (units === 0n) return createRefusal(`the transaction brings no ${crypto.id} to the treasury`);
    const from = input.from === 'owner' ? 'equity' : 'asset:transit';
    const deposit = { network: chain.network, transactionId, asset: crypto.asset, units };
    return async (transaction) => {
      const at = await readTransactionTime(transaction);
      await postManualBooking(transaction, buildDepositEntry(deposit, from), { request: id, at });
      const amountText = formatAmount(createAmount(crypto.asset, units));
      return { status: 'done', result: `${amountText} ${crypto.id} were booked to the treasury` };
    };
  },
});

function createRefusal(result: string): TreasuryWrite {
  return async () => ({ status: 'refused', result });
}
