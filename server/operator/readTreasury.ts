import { readRows } from '../configuration/configurationStore.ts';
import { readConfiguration } from '../configuration/kinds.ts';
import { settingsOf } from '../configuration/settings.ts';
import { balances } from '../ledger/ledgerStore.ts';
import { ledgerScale } from '../ledger/posting.ts';
import type { Queryable } from '../platform/database/database.ts';
import { readPriceBook } from '../purchase/quote/priceBookStore.ts';
import { openNeeds } from '../purchase/quote/treasuryFundsStore.ts';
import { describeAsset } from '../reconciliation/describeAsset.ts';
import { listOpenings } from '../reconciliation/placeStore.ts';
import type { Known } from '../treasury/forecast/forecast.ts';
import { readPlaces, spentWithin, statedBalances } from '../treasury/forecast/placeStore.ts';

/** All that is known of the operator's own money: what the report of the command line and the console are both made of. */
export async function readTreasury(database: Queryable): Promise<Known> {
  const { catalog, rules } = settingsOf(readConfiguration(await readRows(database)));
  return {
    catalog,
    windowDays: rules.forecastWindowDays,
    coverDays: rules.treasuryCoverDays,
    prices: await readPriceBook(database),
    balances: await balances(database),
    places: await readPlaces(database),
    bank: await statedBalances(database),
    openings: (await listOpenings(database)).map(({ place, asset, units }) => ({
      place: accountOf(place),
      asset: describeAsset(catalog, asset).code,
      scale: ledgerScale(asset),
      opening: units,
    })),
    needs: await openNeeds(database),
    spent: await spentWithin(database, rules.forecastWindowDays),
    machineNow: new Date(),
  };
}

/** What lies at the places that are compared, by the kind of place that their ids begin with. */
const ACCOUNTS: Readonly<Record<string, string>> = { chain: 'wallet' };

function accountOf(place: string): string {
  const [kind = ''] = place.split(':');
  return ACCOUNTS[kind] ?? kind;
}
