import type { ConsoleCallData } from '@slipway/contract/consoleCalls.ts';
import { amountOf } from '@slipway/money/amount.ts';
import { exactAmount } from '../../../ledger/exactAmount.ts';
import { freeAtVenue } from '../../../operator/judgeWithdrawal.ts';
import { readTreasury } from '../../../operator/readTreasury.ts';
import { type Right, rights } from '../../../platform/persons/rights.ts';
import { soldCryptos } from '../../../purchase/catalog/catalog.ts';
import { unallocatedEntries } from '../../../purchase/payment/bankEntryStore.ts';
import { forecastCoins } from '../../../treasury/forecast/forecast.ts';
import type { ConsoleContext } from '../../consoleContext.ts';
import type { ConsolePerson } from '../../gateway/consoleHandlers.ts';
import { nameFor } from '../../personal/masks.ts';
import { shownSum } from '../../shownSum.ts';
import { listTargets, unitsComing } from '../transferStore.ts';

type Page = ConsoleCallData<'moves'>;
export type MoveKind = Page['kinds'][number]['kind'];

const MOST_BOOKINGS = 100;

/** Each form by its act, with what it does to the money. */
const KINDS: Readonly<Record<MoveKind, { readonly label: string; readonly effect: string }>> = {
  withdraw: {
    label: 'Withdraw coins',
    effect: 'The venue sends coins to our wallet, or to another address of the list.',
  },
  'top-up': {
    label: 'Book coins that came',
    effect: 'A transaction has brought coins without an order: as much is booked as its chain says. Nothing moves.',
  },
  swap: {
    label: 'Book a swap',
    effect: 'One coin was turned into another, at the venue or with an issuer. Nothing moves.',
  },
  'allow-address': {
    label: 'Allow an address',
    effect: 'Coins may be withdrawn there from then on, until it is taken off. Nothing moves.',
  },
  return: {
    label: 'Send money back',
    effect: 'Money at the bank that belongs to no order goes back where it came from.',
  },
  recover: {
    label: 'Money that pays back a loss',
    effect: 'Money at the bank pays back what was lost with an order. Nothing leaves.',
  },
};

/** What this person may ask for, and what its form chooses from. */
export async function movesPage(context: ConsoleContext, { roles }: ConsolePerson): Promise<Page> {
  const { database, settings } = context;
  const { catalog } = settings();
  const [known, coming, targets, entries] = await Promise.all([
    readTreasury(database),
    unitsComing(database),
    listTargets(database),
    unallocatedEntries(database, MOST_BOOKINGS),
  ]);
  const proposed = new Map(forecastCoins(known).map(({ crypto, withdraw }) => [crypto.id, withdraw]));
  const networkOf = (chain: string) => catalog.networks.find((one) => one.chain === chain)?.id;
  return {
    kinds: Object.entries(KINDS).map(([kind, { label, effect }]) => {
      const { asks }: Right = rights[kind as MoveKind];
      const may = roles.some((role) => asks.includes(role));
      return { kind: kind as MoveKind, label, effect, allowed: may, why: may ? '' : `This is for ${asks.join(', ')}.` };
    }),
    coins: await Promise.all(
      soldCryptos(catalog).map(async (crypto) => {
        const free = await freeAtVenue(database, crypto);
        const short = (proposed.get(crypto.id) ?? 0n) - (coming.get(crypto.id) ?? 0n);
        const say = (units: bigint) => exactAmount(amountOf(crypto.asset, units));
        return {
          crypto: crypto.id,
          unit: crypto.symbol,
          network: crypto.network.id,
          free: free ? say(free.units > 0n ? free.units : 0n) : null,
          propose: short > 0n ? say(short) : null,
        };
      }),
    ),
    targets: targets.flatMap(({ network: chain, since, ...target }) => {
      const network = networkOf(chain);
      return network === undefined ? [] : [{ ...target, network, since: since.toISOString() }];
    }),
    networks: catalog.networks.map(({ id }) => id),
    bookings: entries
      .filter(({ direction }) => direction === 'credit')
      .map(({ id, amount, bookedOn, counterpartyName }) => ({
        entry: id,
        amount: shownSum(amount),
        bookedOn,
        party: nameFor(roles, counterpartyName),
      })),
  };
}
