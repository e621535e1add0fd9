import type { ConsoleCallData } from '@slipway/contract/consoleCalls.ts';
import { createAmount } from '@slipway/money/amount.ts';
import { formatRoles } from '../../../action/roles.ts';
import { formatExactAmount } from '../../../ledger/formatExactAmount.ts';
import { getAction } from '../../../operator/actions.ts';
import { readForecastInput } from '../../../operator/commandLine/readForecastInput.ts';
import { listSoldCryptos } from '../../../purchase/catalog/catalog.ts';
import { listUnallocatedEntries } from '../../../purchase/payment/bankEntryStore.ts';
import { readFreeVenueBalance } from '../../../treasury/actions/judgeWithdrawal.ts';
import { forecastCoins } from '../../../treasury/forecast/forecast.ts';
import type { ConsoleContext } from '../../consoleContext.ts';
import type { ConsolePerson } from '../../gateway/consoleHandlers.ts';
import { maskNameForRoles } from '../../personal/masks.ts';
import { presentAmount } from '../../presentAmount.ts';
import { listWithdrawalAddresses } from '../transferStore.ts';

type Page = ConsoleCallData<'moves'>;
export type MoveKind = Page['kinds'][number]['kind'];

const MOST_BOOKINGS = 100;

/** The forms by their action, each with its effect on the money. */
const KINDS: Readonly<Record<MoveKind, { readonly label: string; readonly effect: string }>> = {
  withdraw: {
    label: 'Withdraw coins',
    effect: 'The exchange sends coins to the treasury wallet or to another allow-listed address.',
  },
  'top-up': {
    label: 'Record a deposit',
    effect: 'Books coins that arrived without an order, in the amount that the chain reports. No money moves.',
  },
  swap: {
    label: 'Book a swap',
    effect: 'Books that one coin was exchanged for another, at the exchange or with an issuer. No money moves.',
  },
  'allow-address': {
    label: 'Allow an address',
    effect: 'After approval, coins can be withdrawn to the address. No money moves.',
  },
  return: {
    label: 'Return funds',
    effect: 'Returns an unmatched bank payment to its sender.',
  },
  recover: {
    label: 'Record a recovery',
    effect: 'Books a bank payment against the loss of an order. No money is sent.',
  },
};

/** Returns all forms, each with whether this person may use it, and the options of their fields. */
export async function readMoveForms(context: ConsoleContext, { roles }: ConsolePerson): Promise<Page> {
  const { database, settings } = context;
  const { catalog } = settings();
  const [forecastInput, targets, entries] = await Promise.all([
    readForecastInput(database),
    listWithdrawalAddresses(database),
    listUnallocatedEntries(database, MOST_BOOKINGS),
  ]);
  const proposed = new Map(forecastCoins(forecastInput).map(({ crypto, withdraw }) => [crypto.id, withdraw]));
  const findNetworkId = (chain: string) => catalog.networks.find((one) => one.chain === chain)?.id;
  return {
    kinds: Object.entries(KINDS).map(([kind, { label, effect }]) => {
      const { requesters } = getAction(kind as MoveKind).right;
      const may = roles.some((role) => requesters.includes(role));
      return {
        kind: kind as MoveKind,
        label,
        effect,
        allowed: may,
        why: may ? '' : `Requires the ${formatRoles(requesters)} role.`,
      };
    }),
    coins: await Promise.all(
      listSoldCryptos(catalog).map(async (crypto) => {
        const free = await readFreeVenueBalance(database, crypto);
        const short = proposed.get(crypto.id) ?? 0n;
        const format = (units: bigint) => formatExactAmount(createAmount(crypto.asset, units));
        return {
          crypto: crypto.id,
          unit: crypto.symbol,
          network: crypto.network.id,
          free: free ? format(free.units > 0n ? free.units : 0n) : null,
          propose: short > 0n ? format(short) : null,
        };
      }),
    ),
    targets: targets.flatMap(({ network: chain, since, ...target }) => {
      const network = findNetworkId(chain);
      return network === undefined ? [] : [{ ...target, network, since: since.toISOString() }];
    }),
    networks: catalog.networks.map(({ id }) => id),
    bookings: entries
      .filter(({ direction }) => direction === 'credit')
      .map(({ id, amount, bookedOn, counterpartyName }) => ({
        entry: id,
        amount: presentAmount(amount),
        bookedOn,
        party: maskNameForRoles(roles, counterpartyName),
      })),
  };
}
