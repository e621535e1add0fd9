import type { ConsoleCallData } from '@slipway/contract/consoleCalls.ts';
import { type Holding, type Pricing, sumInEuro } from '../../server/console/figures/euroValue.ts';
import type { Catalog, Crypto } from '../../server/purchase/catalog/catalog.ts';
import { formatCoinName } from '../../server/purchase/catalog/formatCoinName.ts';
import { buildVenueCoinId } from '../../server/reconciliation/describeAsset.ts';
import type { BookedFigures, DeliveredSum, PostedSum } from './bookedFigures.ts';
import { buildHoldingName, parseScaledDecimal, scaleLedgerUnits } from './standInBooks.ts';

/** Figures that Today, Treasury, Reconciliation and Reports show for the same books. */
export type ConsoleFigures = {
  readonly day: Pick<ConsoleCallData<'today'>['day'], 'orders' | 'delivered' | 'hours' | 'taken' | 'costs' | 'left'>;
  readonly reserves: readonly Pick<ConsoleCallData<'today'>['reserves'][number], 'name' | 'free'>[];
  readonly treasury: Pick<
    ConsoleCallData<'treasury'>,
    'assets' | 'liabilities' | 'equity' | 'liabilitiesByAccount' | 'places'
  >;
  readonly reconciliation: Pick<ConsoleCallData<'reconciliation'>, 'places'>;
  readonly margin: ConsoleCallData<'reportMargin'>;
  readonly marginOfDay: ConsoleCallData<'reportMargin'>;
  readonly volumes: ConsoleCallData<'reportVolumes'>;
  readonly volumesOfDay: ConsoleCallData<'reportVolumes'>;
  readonly trialBalance: ConsoleCallData<'reportTrialBalance'>;
  /** Each payout with the lines of all its pages. */
  readonly payouts: readonly Pick<
    ConsoleCallData<'payout'>,
    'id' | 'amount' | 'lines' | 'parts' | 'difference' | 'list'
  >[];
};

/** A figure that the console shows, and the value from the books. */
type FigureComparison = { readonly item: string; readonly shown: string; readonly booked: bigint };

/**
 * Returns every figure that differs from the books in any digit, and every booked value that the console does not show.
 */
export function findFigureFaults(shown: ConsoleFigures, booked: BookedFigures, pricing: Pricing): readonly string[] {
  const { catalog } = pricing;
  return [
    ...compareDay(shown, booked, pricing),
    ...compareTreasury(shown, booked, pricing),
    ...compareExternalAccounts(shown, booked, catalog),
    ...compareMargin('margin', shown.margin, booked.result, pricing),
    ...compareMargin('margin of the day', shown.marginOfDay, booked.resultOfDay, pricing),
    ...compareVolumes('volumes', shown.volumes, booked.paid, booked.received),
    ...compareTrialBalance(shown, booked),
    ...comparePayouts(shown, booked),
    ...compareVolumes('volumes of the day', shown.volumesOfDay, booked.paidOfDay, booked.receivedOfDay),
  ]
    .filter((one) => parseScaledDecimal(one.shown) !== one.booked)
    .map((one) => `${one.item}: ${one.shown} is shown, ${one.booked} is booked`);
}

function compareDay(
  { day }: ConsoleFigures,
  { resultOfDay, paidOfDay }: BookedFigures,
  pricing: Pricing,
): readonly FigureComparison[] {
  const isCost = ({ account }: PostedSum) => account.startsWith('expense:');
  const sumPostings = (lines: readonly PostedSum[], sign: bigint) =>
    sumInCents(
      pricing,
      lines.map(({ asset, units }) => ({ asset, units: sign * BigInt(units) })),
    );
  const worth = (rows: readonly DeliveredSum[]) => sumInCents(pricing, rows.map(toHolding));
  return [
    compareCount('orders delivered today', day.orders, sumOrders(paidOfDay)),
    ...(['delivered', 'taken', 'costs', 'left'] as const).map((name) => ({
      item: `today: ${name}`,
      shown: day[name].sum.amount,
      booked: {
        delivered: worth(paidOfDay),
        taken: sumPostings(
          resultOfDay.filter((line) => !isCost(line)),
          -1n,
        ),
        costs: sumPostings(resultOfDay.filter(isCost), 1n),
        left: sumPostings(resultOfDay, -1n),
      }[name],
    })),
    ...day.hours.flatMap(({ hour, delivered, usual }) => [
      { item: `today: ${hour} h`, shown: delivered, booked: worth(paidOfDay.filter((row) => row.hour === hour)) },
      // The world is younger than a week, so there is no usual value.
      { item: `today: the usual at ${hour} h`, shown: usual, booked: 0n },
    ]),
  ];
}

function compareTreasury(
  { treasury }: ConsoleFigures,
  { balances }: BookedFigures,
  pricing: Pricing,
): readonly FigureComparison[] {
  const filterByAccount = (prefix: string) => balances.filter(({ account }) => account.startsWith(prefix));
  const worth = (lines: readonly PostedSum[], sign: bigint) =>
    mergeVenueNetworks(lines, pricing.catalog).map(({ asset, units }) => ({ asset, units: sign * units }));
  const assets = worth(filterByAccount('asset:'), 1n);
  const liabilities = worth(filterByAccount('liability:'), -1n);
  return [
    { item: 'treasury: assets', shown: treasury.assets.sum.amount, booked: sumInCents(pricing, assets) },
    { item: 'treasury: liabilities', shown: treasury.liabilities.sum.amount, booked: sumInCents(pricing, liabilities) },
    {
      item: 'treasury: equity',
      shown: treasury.equity.sum.amount,
      booked: sumInCents(pricing, [...assets, ...liabilities.map(({ asset, units }) => ({ asset, units: -units }))]),
    },
    ...treasury.liabilitiesByAccount.map(({ account, worth: shownWorth }) => ({
      item: `treasury: ${account}`,
      shown: shownWorth.sum.amount,
      booked: sumInCents(pricing, worth(filterByAccount(account), -1n)),
    })),
  ];
}

/** Compares the balances in Treasury, in Reconciliation, in the free reserves and at the external accounts. */
function compareExternalAccounts(
  shown: ConsoleFigures,
  { balances, held }: BookedFigures,
  catalog: Pick<Catalog, 'cryptos'>,
) {
  const findAsset = (isMeant: (crypto: Crypto) => boolean) => [...catalog.cryptos.values()].find(isMeant)?.asset.id;
  const buildName = (account: string, name: string, asset: string | undefined) =>
    account === 'asset:venue' ? `${account} ${name}` : buildHoldingName(account, asset ?? `iso4217:${name}`);
  const ledger = new Map<string, bigint>();
  for (const { account, asset, units } of balances)
    if (account.startsWith('asset:'))
      ledger.set(
        buildHoldingName(account, asset),
        (ledger.get(buildHoldingName(account, asset)) ?? 0n) + scaleLedgerUnits(asset, units),
      );
  const compared: FigureComparison[] = [];
  const listed = { treasury: new Set<string>(), reconciliation: new Set<string>() };
  for (const { place, name, balance, reserved, free } of shown.treasury.places) {
    const asset = findAsset((crypto) => formatCoinName(catalog, crypto) === name);
    const holding = buildName(`asset:${place}`, name, asset);
    const booked = ledger.get(holding) ?? 0n;
    listed.treasury.add(holding);
    compared.push({ item: `treasury: ${holding}`, shown: balance, booked });
    compared.push({
      item: `treasury: ${holding}, free`,
      shown: free,
      booked: booked - parseScaledDecimal(reserved ?? '0'),
    });
    const reserve = shown.reserves.find((one) => one.name === (place === 'venue' ? `${name} at the exchange` : name));
    if (reserve && (place === 'venue' || place === 'wallet'))
      compared.push({
        item: `today: ${reserve.name}, free`,
        shown: reserve.free.amount,
        booked: parseScaledDecimal(free),
      });
    // Money in transit is in no account that can be queried.
    if (QUERYABLE_ACCOUNTS.has(`asset:${place}`))
      compared.push({
        item: `treasury compared with the external account: ${holding}`,
        shown: balance,
        booked: held.get(holding) ?? 0n,
      });
  }
  for (const { place, lines } of shown.reconciliation.places)
    for (const { unit, ledger: shownBalance, theirs, difference } of lines) {
      const account = findLedgerAccount(place);
      // The place names the network, `chain:eip155:1`, and the unit is only the coin's symbol.
      const asset = findAsset(({ symbol, asset: { id } }) => symbol === unit && place === `chain:${id.split('/')[0]}`);
      const holding = buildName(account, unit, asset);
      listed.reconciliation.add(holding);
      compared.push({ item: `reconciliation: ${holding}`, shown: shownBalance, booked: ledger.get(holding) ?? 0n });
      compared.push({ item: `reconciliation: ${holding}, theirs`, shown: theirs, booked: held.get(holding) ?? 0n });
      compared.push({ item: `reconciliation: ${holding}, difference`, shown: difference, booked: 0n });
    }
  const missing = [...ledger]
    .filter(([, units]) => units !== 0n)
    .flatMap(([holding, booked]) => [
      ...(listed.treasury.has(holding) ? [] : [{ item: `treasury does not show ${holding}`, shown: '0', booked }]),
      ...(listed.reconciliation.has(holding) || !QUERYABLE_ACCOUNTS.has(holding.split(' ')[0] ?? '')
        ? []
        : [{ item: `reconciliation does not show ${holding}`, shown: '0', booked }]),
    ]);
  return [...compared, ...missing];
}

/** Ledger accounts whose external accounts can be queried. */
const QUERYABLE_ACCOUNTS: ReadonlySet<string> = new Set([
  'asset:acquirer',
  'asset:bank',
  'asset:venue',
  'asset:wallet',
]);

function findLedgerAccount(place: string): string {
  const [kind = ''] = place.split(':');
  return kind === 'chain' ? 'asset:wallet' : `asset:${kind}`;
}

function compareMargin(
  item: string,
  { assets, total }: ConsoleCallData<'reportMargin'>,
  booked: readonly PostedSum[],
  pricing: Pricing,
): readonly FigureComparison[] {
  const steps = assets.flatMap(({ asset, steps: assetSteps }) => assetSteps.map((step) => ({ asset, ...step })));
  const lines = booked.filter(({ units }) => units !== '0');
  return [
    compareCount(`${item}: steps`, steps.length, lines.length),
    {
      item: `${item}: in euros`,
      shown: total.sum.amount,
      booked: sumInCents(
        pricing,
        lines.map(({ asset, units }) => ({ asset, units: -BigInt(units) })),
      ),
    },
    ...steps.flatMap(({ asset, account, units, postings }) => {
      const line = lines.find((one) => one.account === account && one.asset === asset);
      return [
        {
          item: `${item}: ${account} ${asset}`,
          shown: units.amount,
          booked: -scaleLedgerUnits(asset, line?.units ?? '0'),
        },
        compareCount(`${item}: postings of ${account} ${asset}`, postings, line?.count ?? 0),
      ];
    }),
    ...assets.map(({ asset, left }) => ({
      item: `${item}: left in ${asset}`,
      shown: left.amount,
      booked: lines
        .filter((one) => one.asset === asset)
        .reduce((sum, { units }) => sum - scaleLedgerUnits(asset, units), 0n),
    })),
  ];
}

function compareVolumes(
  item: string,
  shown: ConsoleCallData<'reportVolumes'>,
  paid: readonly DeliveredSum[],
  received: readonly DeliveredSum[],
): readonly FigureComparison[] {
  const sum = (rows: readonly DeliveredSum[]) => rows.reduce((all, row) => all + scaleUnits(row), 0n);
  const paidIn = (unit: string) => paid.filter(({ asset }) => asset === `iso4217:${unit}`);
  return [
    compareCount(`${item}: orders`, shown.orders, sumOrders(paid)),
    compareCount(
      `${item}: orders by day`,
      shown.days.reduce((all, { orders }) => all + orders, 0),
      sumOrders(paid),
    ),
    compareCount(
      `${item}: orders by coin`,
      shown.received.reduce((all, { orders }) => all + orders, 0),
      sumOrders(received),
    ),
    ...shown.paid.map(({ unit, amount }) => ({
      item: `${item}: paid in ${unit}`,
      shown: amount,
      booked: sum(paidIn(unit)),
    })),
    // Each coin has its own name in the catalog, so the sum over all names is everything that was booked.
    {
      item: `${item}: received in all`,
      shown: formatScaledUnits(shown.received.reduce((all, { amount }) => all + parseScaledDecimal(amount), 0n)),
      booked: sum(received),
    },
    {
      item: `${item}: paid by day`,
      shown: formatScaledUnits(
        shown.days.flatMap((day) => day.paid).reduce((all, { amount }) => all + parseScaledDecimal(amount), 0n),
      ),
      booked: sum(paid),
    },
  ];
}

/**
 * Compares the number of accounts and the sums of all debits and credits with the books, and each asset's totals with the
 * accounts listed for that asset. The report has only the assets' display names, so no single asset is compared with the books.
 */
function compareTrialBalance({ trialBalance }: ConsoleFigures, { posted }: BookedFigures): readonly FigureComparison[] {
  const sides = posted.map(({ account, asset, units }) => ({ account, units: scaleLedgerUnits(asset, units) }));
  const sumUnits = (rows: readonly { readonly units: bigint }[]) => rows.reduce((sum, { units }) => sum + units, 0n);
  const debits = sides.filter(({ units }) => units > 0n);
  const credits = sides.filter(({ units }) => units < 0n);
  const lines = trialBalance.assets.flatMap(({ accounts }) => accounts);
  const formatSum = (amounts: readonly (string | null)[]) =>
    formatScaledUnits(amounts.reduce((sum, amount) => sum + parseScaledDecimal(amount ?? '0'), 0n));
  return [
    compareCount('trial balance: accounts', lines.length, debits.length + credits.length),
    { item: 'trial balance: debits', shown: formatSum(lines.map(({ debit }) => debit)), booked: sumUnits(debits) },
    { item: 'trial balance: credits', shown: formatSum(lines.map(({ credit }) => credit)), booked: -sumUnits(credits) },
    ...trialBalance.assets.flatMap(({ unit, accounts, debit, credit }) => [
      {
        item: `trial balance: debit of ${unit}`,
        shown: debit,
        booked: parseScaledDecimal(formatSum(accounts.map((one) => one.debit))),
      },
      {
        item: `trial balance: credit of ${unit}`,
        shown: credit,
        booked: parseScaledDecimal(formatSum(accounts.map((one) => one.credit))),
      },
    ]),
  ];
}

/** The part of a payout in which the console shows each transaction type of the acquirer. */
const PART_OF_TYPE: Readonly<Record<string, string>> = {
  charge: 'charge',
  refund: 'refund',
  refund_failure: 'refund',
  adjustment: 'dispute',
  stripe_fee: 'fee',
  payout_failure: 'payout',
};

function comparePayouts({ payouts }: ConsoleFigures, { payouts: paid }: BookedFigures): readonly FigureComparison[] {
  return [
    compareCount('payouts', payouts.length, paid.length),
    ...payouts.flatMap(({ id, amount, lines, parts, difference, list }) => {
      const booked = paid.find((one) => one.id === id);
      const own = booked?.lines ?? [];
      const fees = own.filter(({ fee }) => fee !== 0n);
      const filterByPart = (part: string) => own.filter(({ type }) => (PART_OF_TYPE[type] ?? 'other') === part);
      const sumPart = (part: string) => filterByPart(part).reduce((sum, { units }) => sum + units, 0n);
      return [
        { item: `payout ${id}`, shown: amount.amount, booked: booked?.units ?? 0n },
        // A payout whose difference the console does not show is a fault.
        { item: `payout ${id}: difference`, shown: difference?.amount ?? '1', booked: 0n },
        compareCount(`payout ${id}: lines`, lines, own.length),
        compareCount(`payout ${id}: lines listed`, list.length, own.length),
        ...parts.flatMap(({ part, lines: lineCount, amount: sum }) => [
          {
            item: `payout ${id}: ${part}`,
            shown: sum.amount,
            booked: sumPart(part) - (part === 'fee' ? fees.reduce((all, { fee }) => all + fee, 0n) : 0n),
          },
          compareCount(
            `payout ${id}: lines of ${part}`,
            lineCount,
            filterByPart(part).length + (part === 'fee' ? fees.length : 0),
          ),
        ]),
        ...list.flatMap((line) => {
          const bookedLine = own.find((one) => one.id === line.id);
          const [units, fee] = [bookedLine?.units ?? 0n, bookedLine?.fee ?? 0n];
          return [
            { item: `line ${line.id}`, shown: line.amount.amount, booked: units },
            { item: `line ${line.id}: fee`, shown: line.fee.amount, booked: fee },
            { item: `line ${line.id}: net`, shown: line.net.amount, booked: units - fee },
          ];
        }),
      ];
    }),
  ];
}

/** Decimals of all values that this file compares. */
const SCALE = 18;

function formatScaledUnits(units: bigint): string {
  const digits = (units < 0n ? -units : units).toString().padStart(SCALE + 1, '0');
  return `${units < 0n ? '-' : ''}${digits.slice(0, -SCALE)}.${digits.slice(-SCALE)}`;
}

function scaleUnits({ units, decimals }: DeliveredSum): bigint {
  return BigInt(units) * 10n ** BigInt(SCALE - decimals);
}

function toHolding(row: DeliveredSum): Holding {
  return { asset: row.asset, units: scaleUnits(row) / 10n ** 10n };
}

function sumOrders(rows: readonly DeliveredSum[]): number {
  return rows.reduce((sum, { orders }) => sum + orders, 0);
}

function compareCount(item: string, shown: number, booked: number): FigureComparison {
  return { item, shown: String(shown), booked: BigInt(booked) * 10n ** BigInt(SCALE) };
}

/** Merges a coin's networks at the venue, which keeps one balance per coin, so that the coin is priced once. */
function mergeVenueNetworks(lines: readonly PostedSum[], { cryptos }: Pick<Catalog, 'cryptos'>): readonly Holding[] {
  const sums = new Map<string, Holding>();
  for (const { account, asset, units } of lines) {
    const crypto = account === 'asset:venue' && [...cryptos.values()].find((one) => one.asset.id === asset);
    const name = crypto ? buildVenueCoinId(crypto) : asset;
    const key = `${account} ${name}`;
    sums.set(key, { asset: name, units: (sums.get(key)?.units ?? 0n) + BigInt(units) });
  }
  return [...sums.values()];
}

/** Returns the value in euro at this file's scale, truncated to cents. */
function sumInCents(pricing: Pricing, holdings: readonly Holding[]): bigint {
  return (sumInEuro(pricing, holdings).units / 10n ** 6n) * 10n ** 16n;
}
