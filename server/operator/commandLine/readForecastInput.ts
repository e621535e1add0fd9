import { readSettings } from '../../configuration/readSettings.ts';
import { readLedgerBalances } from '../../ledger/ledgerStore.ts';
import { ledgerScale } from '../../ledger/posting.ts';
import type { Queryable } from '../../platform/database/database.ts';
import { readPriceBook } from '../../purchase/quote/priceBookStore.ts';
import { listOpenNeeds } from '../../purchase/quote/treasuryFundsStore.ts';
import { describeAsset } from '../../reconciliation/describeAsset.ts';
import { listOpenings } from '../../reconciliation/externalAccountStore.ts';
import {
  readBalanceReadings,
  readBankStatementBalances,
  readOutflows,
} from '../../treasury/forecast/balanceReadingStore.ts';
import type { ForecastInput } from '../../treasury/forecast/forecast.ts';
import { sumIncomingUnits } from '../../treasury/withdrawal/withdrawalStore.ts';

/** Reads the data about the operator's own money for the report of the command line and for the console. */
export async function readForecastInput(database: Queryable): Promise<ForecastInput> {
  const { catalog, rules } = await readSettings(database);
  return {
    catalog,
    windowDays: rules.forecastWindowDays,
    coverDays: rules.treasuryCoverDays,
    prices: await readPriceBook(database),
    balances: await readLedgerBalances(database),
    places: await readBalanceReadings(database),
    bank: await readBankStatementBalances(database),
    openings: (await listOpenings(database)).map(({ place, asset, units }) => ({
      place: findPlaceAccount(place),
      asset: describeAsset(catalog, asset).code,
      scale: ledgerScale(asset),
      opening: units,
    })),
    needs: await listOpenNeeds(database),
    incoming: await sumIncomingUnits(database),
    spent: await readOutflows(database, rules.forecastWindowDays),
    machineNow: new Date(),
  };
}

/** Names of ledger accounts by the prefix of the external account's id, where that prefix is not the name. */
const ACCOUNTS: Readonly<Record<string, string>> = { chain: 'wallet' };

function findPlaceAccount(place: string): string {
  const [kind = ''] = place.split(':');
  return ACCOUNTS[kind] ?? kind;
}
