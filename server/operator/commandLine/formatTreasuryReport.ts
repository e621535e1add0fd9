import { createAmount, formatAmount } from '@slipway/money/amount.ts';
import { formatDecimal, trimZeros } from '@slipway/money/decimal.ts';
import type { Database } from '../../platform/database/database.ts';
import { formatTable } from '../../platform/text/formatTable.ts';
import {
  type CoinForecast,
  type FundingForecast,
  forecastCoins,
  forecastFunding,
  listPositions,
  type Position,
} from '../../treasury/forecast/forecast.ts';
import { readForecastInput } from './readForecastInput.ts';

/** Returns a report of the operator's money by external account, the needs of the coming days, and proposed transfers. */
export async function formatTreasuryReport({ database }: { readonly database: Database }): Promise<string> {
  const input = await readForecastInput(database);
  const coins = forecastCoins(input);
  const funding = forecastFunding(input, coins);
  return [
    formatTable(listPositions(input).map(buildPositionRow)),
    formatTable(coins.map(buildCoinRow)),
    `for ${input.coverDays} days, by the average of the last ${input.windowDays}:`,
    formatProposals(coins, funding).join('\n') || 'no transfer is needed',
  ].join('\n\n');
}

function buildPositionRow({ place, asset, scale, ledger, opening, reported }: Position) {
  const expected = ledger + opening;
  const format = (units: bigint) => trimZeros(formatDecimal({ coefficient: units, scale }));
  return {
    place,
    asset,
    ledger: format(ledger),
    opening: opening === 0n ? '' : format(opening),
    reported: reported === null ? '' : format(reported),
    difference: reported === null || reported === expected ? '' : format(reported - expected),
  };
}

function buildCoinRow({ crypto, wallet, venue, reserved, delivered, needed, incoming }: CoinForecast) {
  const format = (units: bigint) => formatAmount(createAmount(crypto.asset, units));
  return {
    crypto: crypto.id,
    wallet: format(wallet),
    'at the exchange': format(venue),
    reserved: format(reserved),
    delivered: format(delivered),
    needed: format(needed),
    incoming: format(incoming),
  };
}

function formatProposals(coins: readonly CoinForecast[], funding: readonly FundingForecast[]): readonly string[] {
  return [
    ...coins
      .filter(({ withdraw }) => withdraw > 0n)
      .map(({ crypto, withdraw }) => `withdraw ${formatAmount(createAmount(crypto.asset, withdraw))} ${crypto.id}`),
    ...coins
      .filter(({ buy }) => buy > 0n)
      .map(({ crypto, buy }) => `buy ${formatAmount(createAmount(crypto.asset, buy))} ${crypto.id} in addition`),
    ...funding
      .filter(({ fund }) => fund.units > 0n)
      .map(({ fund }) => `fund the exchange with ${formatAmount(fund)} ${fund.asset.code}`),
    ...funding.flatMap(({ unpriced }) => unpriced).map((id) => `${id} has no price now: its cost is not included`),
  ];
}
