import { formatAmount } from '@slipway/money/amount.ts';
import { trimZeros } from '@slipway/money/decimal.ts';
import { fields } from '../../action/action.ts';
import { CommandError } from '../../action/commandError.ts';
import { COMPLIANCE_OR_TREASURER, TREASURER } from '../../action/roles.ts';
import { readSettings } from '../../configuration/readSettings.ts';
import { findCryptoOn } from '../../purchase/catalog/catalog.ts';
import { insertWithdrawal, lockWithdrawals } from '../withdrawal/withdrawalStore.ts';
import { buildWithdrawalRequest } from './buildTreasuryRequest.ts';
import { defineTreasuryAction } from './defineTreasuryAction.ts';
import { judgeWithdrawal, toVenueCurrency } from './judgeWithdrawal.ts';
import { aboveWithdrawalLimit, computeWithdrawalWorth } from './withdrawalThreshold.ts';

const ABOVE_LIMIT_TEXT =
  'with the other withdrawals of the last day it is above the limit for one person: request it again for a second approval';

export const withdrawCoins = defineTreasuryAction({
  name: 'withdraw',
  subject: 'other',
  input: fields('crypto', 'units', 'address'),
  right: { requesters: TREASURER, approvers: COMPLIANCE_OR_TREASURER },
  secondPerson: aboveWithdrawalLimit,
  title: (subject, { address }) =>
    `Withdraw ${subject.replace(/^\d+\.\d+(?= )/, (amount) => trimZeros(amount))} to ${address}`,
  money: 'The exchange sends coins to an allowed address',
  button: ({
    amount,
    network,
    isOwn,
  }: {
    readonly amount: string;
    readonly network: string;
    readonly isOwn: boolean;
  }) => ({
    label: `Withdraw ${amount}`,
    effect: `The exchange sends the coins to ${isOwn ? 'the treasury wallet' : 'another allow-listed address'} on ${network}. A sent withdrawal cannot be undone.`,
  }),
  command: {
    usage: 'withdraw CRYPTO AMOUNT [--network NETWORK] [--to ADDRESS]',
    about:
      'withdraws coins from the exchange to the treasury, or to another allowed address; above withdrawalSecondApprovalAboveEuro it needs two people',
    async read({ database, options }, [name = '', amount = '']) {
      const { catalog } = await readSettings(database);
      const crypto = findCryptoOn(catalog, name, options['network']);
      if (!crypto)
        throw new CommandError(`there is no crypto ${[name || 'CRYPTO', options['network']].join(' ').trim()}`);
      const { subject, input } = await buildWithdrawalRequest(database, crypto, { amount, to: options['to'] });
      return { subject, input };
    },
  },
  doneBy: 'treasury',
  execute:
    async ({ catalog, venue, screening }, { id, input, approvedBy }) =>
    async (transaction) => {
      await lockWithdrawals(transaction, input.crypto);
      // Another worker may have executed a withdrawal since the request was judged.
      const { needsSecondApproval } = await computeWithdrawalWorth({ database: transaction }, { input });
      if (approvedBy === null && needsSecondApproval) return { status: 'refused', result: ABOVE_LIMIT_TEXT };
      const isDenied = (address: string) => screening.isDenied(address);
      const judged = await judgeWithdrawal({ database: transaction, catalog, isDenied }, input);
      if (judged.kind === 'refused') return { status: 'refused', result: judged.why };
      const { crypto, amount, listed } = judged;
      const withdrawal = await insertWithdrawal(transaction, id, {
        venue: venue.id,
        crypto: crypto.id,
        currency: toVenueCurrency(crypto),
        amount,
        network: crypto.network.id,
        address: listed.written,
      });
      const transferText = `${formatAmount(amount)} ${crypto.id} to ${listed.written}`;
      return { status: 'done', result: `withdrawal ${withdrawal} of ${transferText} is requested at the exchange` };
    },
});
