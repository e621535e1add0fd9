import type { ConsoleCallData, ConsoleCallInput } from '@slipway/contract/consoleCalls.ts';
import { planChange } from '../../configuration/changeConfiguration.ts';
import { createConfigurationReader } from '../../configuration/createConfigurationReader.ts';
import { formatCoinNameById } from '../../purchase/catalog/formatCoinName.ts';
import { readPriceBook } from '../../purchase/quote/priceBookStore.ts';
import type { ConsoleContext } from '../consoleContext.ts';
import type { ConsolePerson } from '../gateway/consoleHandlers.ts';
import { convertCommandErrors } from '../requests/submitRequest.ts';
import { findComparableOffers } from './comparableOfferStore.ts';
import { countStoppedOrders } from './countStoppedOrders.ts';
import { countAllOpenOrders, findCompetingOffers, listPastOrders } from './pastOrderStore.ts';
import { replayDay } from './replayDay.ts';
import { buildRowAction } from './rowActions.ts';
import { completeSample, computeCostCurve, computeSampleQuote, suggestAmounts } from './sampleQuotes.ts';

type Preview = ConsoleCallData<'previewChange'>;
type Row = Preview['before'];

const DAY_MS = 86_400_000;
const STOPPED_DAYS = 30;
/** Limit the orders that are read. */
const MOST_OF_DAY = 1_000;
const MOST_OF_STOPPED = 5_000;

/** Returns the effects of a change, computed with both settings from the same orders and prices. Throws `act_refused`. */
export async function previewChange(
  context: ConsoleContext,
  { kind, key, fields, sample }: ConsoleCallInput<'previewChange'>,
  person: ConsolePerson,
): Promise<Preview> {
  const { database, persons } = context;
  const planned = await convertCommandErrors(planChange(database, { kind, key, fields }));
  const mayStopOrders = kind === 'country' || kind === 'risk-rule' || kind === 'rule';
  const most = mayStopOrders ? MOST_OF_STOPPED : MOST_OF_DAY;
  const [book, orders, openOrders, now, { enrolled }] = await Promise.all([
    readPriceBook(database),
    listPastOrders(database, mayStopOrders ? STOPPED_DAYS : 1, most),
    countAllOpenOrders(database),
    database.now(),
    persons(database),
  ]);
  const since = new Date(now.getTime() - DAY_MS);
  const ofDay = orders.filter(({ isOwn, isPaid, createdAt }) => isOwn && isPaid && createdAt > since);
  const day = ofDay.slice(-MOST_OF_DAY);
  const offers = await findCompetingOffers(database, day);
  // The age of prices is measured by the machine's clock; orders use the product's clock, which may differ.
  const machineNow = new Date();
  const sampleInput = completeSample(planned.now.catalog, kind, key, sample);
  const actionContext = {
    database,
    person,
    enrolled: enrolled.values(),
    configured: createConfigurationReader(database),
  };
  const [act, comparable] = await Promise.all([
    buildRowAction(actionContext, { kind, key, fields }),
    findComparableOffers(database, planned.now.catalog, sampleInput),
  ]);
  const stops = countStoppedOrders({ kind, key }, orders, book, planned);
  const computeQuoteWith = (settings: typeof planned.now) =>
    computeSampleQuote(settings, book, machineNow, sampleInput, comparable?.trades ?? []);
  return {
    before: planned.before as Row,
    after: planned.after as Row,
    act,
    sample: {
      ...sampleInput,
      symbol: formatCoinNameById(planned.now.catalog, sampleInput.crypto),
      amounts: suggestAmounts(planned.now.catalog, sampleInput.payCurrency, sampleInput.method).slice(0, 6),
      competingOffers: comparable?.shown ?? null,
      now: computeQuoteWith(planned.now),
      next: computeQuoteWith(planned.next),
    },
    curve: computeCostCurve(planned, book, machineNow, sampleInput),
    day: {
      since: since.toISOString(),
      read: day.length,
      // If the day begins before the oldest order that was read, earlier orders of the day are missing.
      bounded: ofDay.length > day.length || (orders.length === most && (orders[0]?.createdAt ?? since) > since),
      ...replayDay(day, offers, book, planned),
    },
    stops: stops
      ? { days: STOPPED_DAYS, read: orders.length, bounded: orders.length === MOST_OF_STOPPED, ...stops }
      : null,
    openOrders,
  };
}
