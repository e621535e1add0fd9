import { amountOf } from '@slipway/money/amount.ts';
import { trimZeros } from '@slipway/money/decimal.ts';
import { fiatAsset } from '@slipway/money/iso4217.ts';
import { exactAmount } from '../../../ledger/exactAmount.ts';
import { type WeighedWithdrawal, weighWithdrawal } from '../../../operator/bars/withdrawalBar.ts';
import { CommandError } from '../../../operator/commandError.ts';
import { freeAtVenue, judgeWithdrawal } from '../../../operator/judgeWithdrawal.ts';
import { wishToWithdraw } from '../../../operator/withdraw.ts';
import { type Crypto, findCryptoOn } from '../../../purchase/catalog/catalog.ts';
import { foldAddress } from '../../../risk/screening.ts';
import { ownAddress } from '../../../treasury/withdrawal/addressStore.ts';
import type { ConsoleContext } from '../../consoleContext.ts';
import { saidSum } from '../../shownSum.ts';
import { type Usual, usualTransfer } from '../transferStore.ts';
import { addressFact, type Fact, type ReadMove, sumFact, textFact } from './move.ts';

const EUR = fiatAsset('EUR');
/** Of how many of the newest transfers the time is the median. */
const NEWEST = 20;

/** Coins from the venue: what is free there, what is left, what it costs, where and when it arrives. */
export const withdrawMove: ReadMove = async (context, { crypto: id = '', amount = '', to = '' }) => {
  const { database, settings } = context;
  const { catalog, deniedAddresses } = settings();
  const crypto = findCryptoOn(catalog, id, undefined);
  if (!crypto) throw new CommandError(id === '' ? 'choose a coin' : `there is no crypto ${id}`);
  if (amount.trim() === '') throw new CommandError('say how much');
  const own = await ownAddress(database, crypto.network.chain);
  const wish = await wishToWithdraw(database, crypto, { amount: amount.trim(), to: to === '' ? undefined : to });
  const denied = new Set(deniedAddresses.map(foldAddress));
  const judging = { database, catalog, isDenied: (address: string) => denied.has(foldAddress(address)) };
  const [judged, weighed, usual] = await Promise.all([
    judgeWithdrawal(judging, wish.input),
    weighWithdrawal({ database }, wish),
    usualTransfer(database, crypto.id, NEWEST),
  ]);
  const address = wish.input['address'] ?? '';
  const isOwn = own?.written === address;
  return {
    ...wish,
    label: `Withdraw ${exactAmount(amountOf(crypto.asset, BigInt(wish.input['units'] ?? '0')))} ${crypto.id}`,
    effect: `The venue sends them to ${isOwn ? 'our wallet' : 'another address of the list'} on ${crypto.network.id}. What was sent does not come back by itself.`,
    facts: await factsOf(context, crypto, { units: BigInt(wish.input['units'] ?? '0'), address, isOwn, usual }),
    against: judged.kind === 'refused' ? judged.why : undefined,
    whyTwo: whyTwo(crypto, weighed),
  };
};

type Sending = {
  readonly units: bigint;
  readonly address: string;
  readonly isOwn: boolean;
  readonly usual: Usual;
};

async function factsOf(
  { database }: ConsoleContext,
  crypto: Crypto,
  { units, address, isOwn, usual }: Sending,
): Promise<readonly Fact[]> {
  const of = (count: bigint) => amountOf(crypto.asset, count);
  const free = await freeAtVenue(database, crypto);
  const left = free && free.units - units;
  return [
    ...(free && left !== undefined
      ? [
          sumFact('Free at the venue', of(free.units > 0n ? free.units : 0n)),
          ...(left >= 0n ? [sumFact('Left there', of(left))] : [textFact('Left there', 'too little is free', 'warn')]),
        ]
      : [textFact('Free at the venue', 'it has said nothing of this coin yet', 'warn')]),
    usual.fee === null
      ? textFact('Fee', 'the venue says it when it sends: none was sent before')
      : textFact('Fee', `${trimZeros(usual.fee)} ${crypto.symbol}, as it took the last time`),
    addressFact(isOwn ? 'Arrives in our wallet' : 'Arrives at another address', address),
    textFact('On', crypto.network.id),
    usual.minutes === null
      ? textFact('Usually there', 'none has arrived yet: nobody can say')
      : textFact(
          'Usually there',
          `${usual.minutes} min after it is let go, the median of ${usual.of === 1 ? 'one' : `the last ${usual.of}`}`,
        ),
  ];
}

function whyTwo({ asset, symbol }: Crypto, { worthCents, barCents, beforeUnits, takesTwo }: WeighedWithdrawal): string {
  const bar = saidSum(amountOf(EUR, barCents));
  if (worthCents === undefined) return `Nothing prices ${symbol} now: two persons decide.`;
  const worth = saidSum(amountOf(EUR, worthCents));
  const before =
    beforeUnits === 0n
      ? 'It is worth'
      : `With the ${exactAmount(amountOf(asset, beforeUnits))} ${symbol} of the day before it is worth`;
  return takesTwo
    ? `${before} ${worth}: above ${bar} within a day two persons decide.`
    : `${before} ${worth}: up to ${bar} within a day one person decides.`;
}
