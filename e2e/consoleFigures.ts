import type { ConsoleCallData } from '@slipway/contract/consoleCalls.ts';
import { type Holding, type Pricing, sumInEuro } from '../server/console/figures/euroWorth.ts';
import type { Catalog } from '../server/purchase/catalog/catalog.ts';
import { coinOf } from '../server/reconciliation/describeAsset.ts';
import type { BookedFigures, Delivered, Posted } from './bookedFigures.ts';
import { atScale, exact, holdingName } from './standInBooks.ts';

/** What Today, Treasury, Reconciliation and Reports tell of the same books. */
export type ToldFigures = {
  readonly day: Pick<ConsoleCallData<'today'>['day'], 'orders' | 'delivered' | 'hours' | 'taken' | 'costs' | 'left'>;
  readonly reserves: readonly Pick<ConsoleCallData<'today'>['reserves'][number], 'name' | 'free'>[];
  readonly treasury: Pick<ConsoleCallData<'treasury'>, 'have' | 'owe' | 'ours' | 'owed' | 'places'>;
  readonly reconciliation: Pick<ConsoleCallData<'reconciliation'>, 'places'>;
  readonly margin: ConsoleCallData<'reportMargin'>;
  readonly marginOfDay: ConsoleCallData<'reportMargin'>;
  readonly volumes: ConsoleCallData<'reportVolumes'>;
  readonly volumesOfDay: ConsoleCallData<'reportVolumes'>;
};

/** One figure as it was told, and what the books say. */
type Compared = { readonly what: string; readonly told: string; readonly booked: bigint };

/** Every figure that is not what the books say, to its last digit; and what the books have that nobody told. Pure. */
export function figureFaults(told: ToldFigures, booked: BookedFigures, pricing: Pricing): readonly string[] {
  const { catalog } = pricing;
  return [
    ...dayOf(told, booked, pricing),
    ...treasuryOf(told, booked, pricing),
    ...placesOf(told, booked, catalog),
    ...marginOf('margin', told.margin, booked.result, pricing),
    ...marginOf('margin of the day', told.marginOfDay, booked.resultOfDay, pricing),
    ...volumesOf('volumes', told.volumes, booked.paid, booked.received),
    ...volumesOf('volumes of the day', told.volumesOfDay, booked.paidOfDay, booked.receivedOfDay),
  ]
    .filter((one) => exact(one.told) !== one.booked)
    .map((one) => `${one.what}: ${one.told} is told, ${one.booked} is booked`);
}

function dayOf({ day }: ToldFigures, { resultOfDay, paidOfDay }: BookedFigures, pricing: Pricing): readonly Compared[] {
  const isCost = ({ account }: Posted) => account.startsWith('expense:');
  const earned = (of: readonly Posted[], sign: bigint) =>
    cents(
      pricing,
      of.map(({ asset, units }) => ({ asset, units: sign * BigInt(units) })),
    );
  const worth = (of: readonly Delivered[]) => cents(pricing, of.map(holdingOf));
  return [
    count('orders delivered today', day.orders, ordersOf(paidOfDay)),
    ...(['delivered', 'taken', 'costs', 'left'] as const).map((name) => ({
      what: `today: ${name}`,
      told: day[name].sum.amount,
      booked: {
        delivered: worth(paidOfDay),
        taken: earned(
          resultOfDay.filter((line) => !isCost(line)),
          -1n,
        ),
        costs: earned(resultOfDay.filter(isCost), 1n),
        left: earned(resultOfDay, -1n),
      }[name],
    })),
    ...day.hours.flatMap(({ hour, delivered, usual }) => [
      { what: `today: ${hour} h`, told: delivered, booked: worth(paidOfDay.filter((row) => row.hour === hour)) },
      // The world is younger than a week.
      { what: `today: the usual at ${hour} h`, told: usual, booked: 0n },
    ]),
  ];
}

function treasuryOf({ treasury }: ToldFigures, { balances }: BookedFigures, pricing: Pricing): readonly Compared[] {
  const of = (beginning: string) => balances.filter(({ account }) => account.startsWith(beginning));
  const worth = (lines: readonly Posted[], sign: bigint) =>
    merged(lines, pricing.catalog).map(({ asset, units }) => ({ asset, units: sign * units }));
  const have = worth(of('asset:'), 1n);
  const owe = worth(of('liability:'), -1n);
  return [
    { what: 'treasury: have', told: treasury.have.sum.amount, booked: cents(pricing, have) },
    { what: 'treasury: owe', told: treasury.owe.sum.amount, booked: cents(pricing, owe) },
    {
      what: 'treasury: ours',
      told: treasury.ours.sum.amount,
      booked: cents(pricing, [...have, ...owe.map(({ asset, units }) => ({ asset, units: -units }))]),
    },
    ...treasury.owed.map(({ account, worth: said }) => ({
      what: `treasury: ${account}`,
      told: said.sum.amount,
      booked: cents(pricing, worth(of(account), -1n)),
    })),
  ];
}

/** What lies where: by Treasury and by Reconciliation, by what is free, and by the word of whoever keeps it. */
function placesOf(told: ToldFigures, { balances, held }: BookedFigures, catalog: Pick<Catalog, 'cryptos'>) {
  const assetOf = (name: string) => catalog.cryptos.get(name)?.asset.id ?? `iso4217:${name}`;
  const nameOf = (account: string, name: string) =>
    account === 'asset:venue' ? `${account} ${name}` : holdingName(account, assetOf(name));
  const ledger = new Map<string, bigint>();
  for (const { account, asset, units } of balances)
    if (account.startsWith('asset:'))
      ledger.set(holdingName(account, asset), (ledger.get(holdingName(account, asset)) ?? 0n) + atScale(asset, units));
  const compared: Compared[] = [];
  const seen = { treasury: new Set<string>(), reconciliation: new Set<string>() };
  for (const { place, name, balance, reserved, free } of told.treasury.places) {
    const holding = nameOf(`asset:${place}`, name);
    const booked = ledger.get(holding) ?? 0n;
    seen.treasury.add(holding);
    compared.push({ what: `treasury: ${holding}`, told: balance, booked });
    compared.push({ what: `treasury: ${holding}, free`, told: free, booked: booked - exact(reserved ?? '0') });
    const reserve = told.reserves.find((one) => one.name === (place === 'venue' ? `${name} at the venue` : name));
    if (reserve && (place === 'venue' || place === 'wallet'))
      compared.push({ what: `today: ${reserve.name}, free`, told: reserve.free.amount, booked: exact(free) });
    // What is under way lies with nobody who could be asked.
    if (KEPT.has(`asset:${place}`))
      compared.push({ what: `treasury beside its keeper: ${holding}`, told: balance, booked: held.get(holding) ?? 0n });
  }
  for (const { place, lines } of told.reconciliation.places)
    for (const { unit, ledger: said, theirs, difference } of lines) {
      const account = accountOf(place);
      const holding = nameOf(account, unit);
      seen.reconciliation.add(holding);
      compared.push({ what: `reconciliation: ${holding}`, told: said, booked: ledger.get(holding) ?? 0n });
      compared.push({ what: `reconciliation: ${holding}, theirs`, told: theirs, booked: held.get(holding) ?? 0n });
      compared.push({ what: `reconciliation: ${holding}, difference`, told: difference, booked: 0n });
    }
  const untold = [...ledger]
    .filter(([, units]) => units !== 0n)
    .flatMap(([holding, booked]) => [
      ...(seen.treasury.has(holding) ? [] : [{ what: `treasury tells nothing of ${holding}`, told: '0', booked }]),
      ...(seen.reconciliation.has(holding) || !KEPT.has(holding.split(' ')[0] ?? '')
        ? []
        : [{ what: `reconciliation tells nothing of ${holding}`, told: '0', booked }]),
    ]);
  return [...compared, ...untold];
}

/** Accounts of places that can be asked. */
const KEPT: ReadonlySet<string> = new Set(['asset:acquirer', 'asset:bank', 'asset:venue', 'asset:wallet']);

function accountOf(place: string): string {
  const [kind = ''] = place.split(':');
  return kind === 'chain' ? 'asset:wallet' : `asset:${kind}`;
}

function marginOf(
  what: string,
  { assets, total }: ConsoleCallData<'reportMargin'>,
  booked: readonly Posted[],
  pricing: Pricing,
): readonly Compared[] {
  const steps = assets.flatMap(({ asset, steps: of }) => of.map((step) => ({ asset, ...step })));
  const lines = booked.filter(({ units }) => units !== '0');
  return [
    count(`${what}: steps`, steps.length, lines.length),
    {
      what: `${what}: in euros`,
      told: total.sum.amount,
      booked: cents(
        pricing,
        lines.map(({ asset, units }) => ({ asset, units: -BigInt(units) })),
      ),
    },
    ...steps.flatMap(({ asset, account, units, postings }) => {
      const line = lines.find((one) => one.account === account && one.asset === asset);
      return [
        { what: `${what}: ${account} ${asset}`, told: units.amount, booked: -atScale(asset, line?.units ?? '0') },
        count(`${what}: postings of ${account} ${asset}`, postings, line?.count ?? 0),
      ];
    }),
    ...assets.map(({ asset, left }) => ({
      what: `${what}: left in ${asset}`,
      told: left.amount,
      booked: lines.filter((one) => one.asset === asset).reduce((sum, { units }) => sum - atScale(asset, units), 0n),
    })),
  ];
}

function volumesOf(
  what: string,
  told: ConsoleCallData<'reportVolumes'>,
  paid: readonly Delivered[],
  received: readonly Delivered[],
): readonly Compared[] {
  const sum = (rows: readonly Delivered[]) => rows.reduce((all, row) => all + scaled(row), 0n);
  const paidIn = (unit: string) => paid.filter(({ asset }) => asset === `iso4217:${unit}`);
  return [
    count(`${what}: orders`, told.orders, ordersOf(paid)),
    count(
      `${what}: orders by day`,
      told.days.reduce((all, { orders }) => all + orders, 0),
      ordersOf(paid),
    ),
    count(
      `${what}: orders by coin`,
      told.received.reduce((all, { orders }) => all + orders, 0),
      ordersOf(received),
    ),
    ...told.paid.map(({ unit, amount }) => ({
      what: `${what}: paid in ${unit}`,
      told: amount,
      booked: sum(paidIn(unit)),
    })),
    // Each coin has a name of its own in the catalog: all of them together are all that was booked.
    {
      what: `${what}: received in all`,
      told: decimalOf(told.received.reduce((all, { amount }) => all + exact(amount), 0n)),
      booked: sum(received),
    },
    {
      what: `${what}: paid by day`,
      told: decimalOf(told.days.flatMap((day) => day.paid).reduce((all, { amount }) => all + exact(amount), 0n)),
      booked: sum(paid),
    },
  ];
}

const SCALE = 18;

function decimalOf(units: bigint): string {
  const digits = (units < 0n ? -units : units).toString().padStart(SCALE + 1, '0');
  return `${units < 0n ? '-' : ''}${digits.slice(0, -SCALE)}.${digits.slice(-SCALE)}`;
}

function scaled({ units, decimals }: Delivered): bigint {
  return BigInt(units) * 10n ** BigInt(SCALE - decimals);
}

function holdingOf(row: Delivered): Holding {
  return { asset: row.asset, units: scaled(row) / 10n ** 10n };
}

function ordersOf(rows: readonly Delivered[]): number {
  return rows.reduce((sum, { orders }) => sum + orders, 0);
}

function count(what: string, told: number, booked: number): Compared {
  return { what, told: String(told), booked: BigInt(booked) * 10n ** BigInt(SCALE) };
}

/** A venue keeps one balance of a coin, on whichever networks it is delivered: it is priced as one. */
function merged(lines: readonly Posted[], { cryptos }: Pick<Catalog, 'cryptos'>): readonly Holding[] {
  const sums = new Map<string, Holding>();
  for (const { account, asset, units } of lines) {
    const crypto = account === 'asset:venue' && [...cryptos.values()].find((one) => one.asset.id === asset);
    const name = crypto ? coinOf(crypto) : asset;
    const key = `${account} ${name}`;
    sums.set(key, { asset: name, units: (sums.get(key)?.units ?? 0n) + BigInt(units) });
  }
  return [...sums.values()];
}

/** In the scale of everything here; what is less than a cent is cut off. */
function cents(pricing: Pricing, holdings: readonly Holding[]): bigint {
  return (sumInEuro(pricing, holdings).units / 10n ** 6n) * 10n ** 16n;
}
