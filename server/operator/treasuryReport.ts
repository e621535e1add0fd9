import { amountOf, formatAmount } from '@slipway/money/amount.ts';
import { formatDecimal, trimZeros } from '@slipway/money/decimal.ts';
import type { Database } from '../platform/database/database.ts';
import {
  type CoinForecast,
  type FundingForecast,
  forecastCoins,
  forecastFunding,
  type Position,
  positionsOf,
} from '../treasury/forecast/forecast.ts';
import { printTable } from './printTable.ts';
import { readTreasury } from './readTreasury.ts';

/** Where the operator's own money lies, what the coming days need of it, and what should be moved. */
export async function treasuryReport({ database }: { readonly database: Database }): Promise<string> {
  const known = await readTreasury(database);
  const coins = forecastCoins(known);
  const funding = forecastFunding(known, coins);
  return [
    printTable(positionsOf(known).map(positionRow)),
    printTable(coins.map(coinRow)),
    `for ${known.coverDays} days, by the average of the last ${known.windowDays}:`,
    proposals(coins, funding).join('\n') || 'nothing has to be moved',
  ].join('\n\n');
}

function positionRow({ place, asset, scale, ledger, opening, told }: Position) {
  const expected = ledger + opening;
  const said = (units: bigint) => trimZeros(formatDecimal({ coefficient: units, scale }));
  return {
    place,
    asset,
    ledger: said(ledger),
    'lay there before': opening === 0n ? '' : said(opening),
    'the place says': told === null ? '' : said(told),
    difference: told === null || told === expected ? '' : said(told - expected),
  };
}

function coinRow({ crypto, wallet, venue, reserved, delivered, needed }: CoinForecast) {
  const said = (units: bigint) => formatAmount(amountOf(crypto.asset, units));
  return {
    crypto: crypto.id,
    wallet: said(wallet),
    'at the venue': said(venue),
    reserved: said(reserved),
    delivered: said(delivered),
    needed: said(needed),
  };
}

function proposals(coins: readonly CoinForecast[], funding: readonly FundingForecast[]): readonly string[] {
  return [
    ...coins
      .filter(({ withdraw }) => withdraw > 0n)
      .map(({ crypto, withdraw }) => `withdraw ${formatAmount(amountOf(crypto.asset, withdraw))} ${crypto.id}`),
    ...coins
      .filter(({ buy }) => buy > 0n)
      .map(({ crypto, buy }) => `buy ${formatAmount(amountOf(crypto.asset, buy))} ${crypto.id} beside`),
    ...funding
      .filter(({ fund }) => fund.units > 0n)
      .map(({ fund }) => `fund the venue with ${formatAmount(fund)} ${fund.asset.code}`),
    ...funding.flatMap(({ unpriced }) => unpriced).map((id) => `${id} has no price now: its cost is not counted`),
  ];
}
