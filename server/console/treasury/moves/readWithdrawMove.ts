import { createAmount } from '@slipway/money/amount.ts';
import { trimZeros } from '@slipway/money/decimal.ts';
import { fiatAsset } from '@slipway/money/iso4217.ts';
import { CommandError } from '../../../action/commandError.ts';
import { formatExactAmount } from '../../../ledger/formatExactAmount.ts';
import { type Crypto, findCryptoOn } from '../../../purchase/catalog/catalog.ts';
import { toComparableAddress } from '../../../risk/screening.ts';
import { buildWithdrawalRequest } from '../../../treasury/actions/buildTreasuryRequest.ts';
import { judgeWithdrawal, readFreeVenueBalance } from '../../../treasury/actions/judgeWithdrawal.ts';
import { computeWithdrawalWorth, type WithdrawalWorth } from '../../../treasury/actions/withdrawalThreshold.ts';
import { withdrawCoins } from '../../../treasury/actions/withdrawCoins.ts';
import { findOwnAddress } from '../../../treasury/withdrawal/allowedAddressStore.ts';
import type { ConsoleContext } from '../../consoleContext.ts';
import { formatAmountWithCode } from '../../presentAmount.ts';
import { readTransferStatistics, type TransferStatistics } from '../transferStore.ts';
import { buildAddressFact, buildAmountFact, buildTextFact, type MoveFact, type MoveFormReader } from './move.ts';

const EUR = fiatAsset('EUR');
/** The median time is computed from this many of the newest transfers. */
const NEWEST = 20;

/**
 * Reads the form that withdraws coins from the exchange: the free balance there, the remainder, the fee, the destination and
 * the expected time of arrival.
 */
export const readWithdrawMove: MoveFormReader = async (context, { crypto: id = '', amount = '', to = '' }) => {
  const { database, settings } = context;
  const { catalog, deniedAddresses } = settings();
  const crypto = findCryptoOn(catalog, id, undefined);
  if (!crypto) throw new CommandError(id === '' ? 'choose a coin' : `there is no crypto ${id}`);
  if (amount.trim() === '') throw new CommandError('enter an amount');
  const own = await findOwnAddress(database, crypto.network.chain);
  const request = await buildWithdrawalRequest(database, crypto, {
    amount: amount.trim(),
    to: to === '' ? undefined : to,
  });
  const denied = new Set(deniedAddresses.map(toComparableAddress));
  const judgeContext = { database, catalog, isDenied: (address: string) => denied.has(toComparableAddress(address)) };
  const [judged, withdrawalWorth, usual] = await Promise.all([
    judgeWithdrawal(judgeContext, request.input),
    computeWithdrawalWorth({ database }, request),
    readTransferStatistics(database, crypto.id, NEWEST),
  ]);
  const { address } = request.input;
  const units = BigInt(request.input.units);
  const isOwn = own?.written === address;
  return {
    ...request,
    ...withdrawCoins.button({
      amount: `${formatExactAmount(createAmount(crypto.asset, units))} ${crypto.id}`,
      network: crypto.network.id,
      isOwn,
    }),
    facts: await buildFacts(context, crypto, { units, address, isOwn, usual }),
    problem: judged.kind === 'refused' ? judged.why : undefined,
    approvalNote: explainApproval(crypto, withdrawalWorth),
  };
};

type WithdrawalDetails = {
  readonly units: bigint;
  readonly address: string;
  readonly isOwn: boolean;
  readonly usual: TransferStatistics;
};

async function buildFacts(
  { database }: ConsoleContext,
  crypto: Crypto,
  { units, address, isOwn, usual }: WithdrawalDetails,
): Promise<readonly MoveFact[]> {
  const toAmount = (count: bigint) => createAmount(crypto.asset, count);
  const free = await readFreeVenueBalance(database, crypto);
  const left = free && free.units - units;
  return [
    ...(free && left !== undefined
      ? [
          buildAmountFact('Available at the exchange', toAmount(free.units > 0n ? free.units : 0n)),
          ...(left >= 0n
            ? [buildAmountFact('Remaining there', toAmount(left))]
            : [buildTextFact('Remaining there', 'not enough available', 'warn')]),
        ]
      : [buildTextFact('Available at the exchange', 'no balance reported for this coin yet', 'warn')]),
    usual.fee === null
      ? buildTextFact('Fee', 'known once the exchange sends it: none was sent before')
      : buildTextFact('Fee', `${trimZeros(usual.fee)} ${crypto.symbol}, as for the last withdrawal`),
    buildAddressFact(isOwn ? 'To treasury wallet' : 'To another address', address),
    buildTextFact('Network', crypto.network.id),
    usual.minutes === null
      ? buildTextFact('Usual duration', 'unknown: none has arrived yet')
      : buildTextFact(
          'Usual duration',
          `${usual.minutes} min after its release, the median of ${usual.sampleSize === 1 ? 'one withdrawal' : `the last ${usual.sampleSize}`}`,
        ),
  ];
}

function explainApproval(
  { asset, symbol }: Crypto,
  { worthCents, thresholdCents, beforeUnits, needsSecondApproval }: WithdrawalWorth,
): string {
  const threshold = formatAmountWithCode(createAmount(EUR, thresholdCents));
  if (worthCents === undefined) return `${symbol} has no price now: requires a second approval.`;
  const worth = formatAmountWithCode(createAmount(EUR, worthCents));
  const before =
    beforeUnits === 0n
      ? 'It is worth'
      : `With the ${formatExactAmount(createAmount(asset, beforeUnits))} ${symbol} of the past day it is worth`;
  return needsSecondApproval
    ? `${before} ${worth}: above ${threshold} within a day a second approval is required.`
    : `${before} ${worth}: up to ${threshold} within a day no second approval is needed.`;
}
