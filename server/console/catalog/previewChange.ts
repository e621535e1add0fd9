import type { ConsoleCallData, ConsoleCallInput } from '@slipway/contract/consoleCalls.ts';
import { planChange } from '../../configuration/changeConfiguration.ts';
import { readOnce } from '../../configuration/readOnce.ts';
import { readPriceBook } from '../../purchase/quote/priceBookStore.ts';
import { inWords } from '../acts/askAct.ts';
import type { ConsoleContext } from '../consoleContext.ts';
import type { ConsolePerson } from '../gateway/consoleHandlers.ts';
import { offersNear } from './nearOfferStore.ts';
import { countOpenOrders, newestOrders, offersBeside } from './pastOrderStore.ts';
import { replayDay } from './replayDay.ts';
import { rowAct } from './rowActs.ts';
import { askedSample, costCurve, sampleQuote, suggestedAmounts } from './sampleQuotes.ts';
import { stoppedBy } from './stoppedBy.ts';

type Preview = ConsoleCallData<'previewChange'>;
type Row = Preview['before'];

const DAY_MS = 86_400_000;
const STOPPED_DAYS = 30;
/** So many of the newest orders are looked at, however many there are. */
const MOST_OF_DAY = 1_000;
const MOST_OF_STOPPED = 5_000;

/** What a change would do, worked out by both settings from the same orders and prices. Throws `act_refused`. */
export async function previewChange(
  context: ConsoleContext,
  { kind, key, fields, sample }: ConsoleCallInput<'previewChange'>,
  person: ConsolePerson,
): Promise<Preview> {
  const { database, persons } = context;
  const planned = await inWords(planChange(database, { kind, key, fields }));
  const looksBack = kind === 'country' || kind === 'risk-rule' || kind === 'rule';
  const most = looksBack ? MOST_OF_STOPPED : MOST_OF_DAY;
  const [book, orders, openOrders, now, { enrolled }] = await Promise.all([
    readPriceBook(database),
    newestOrders(database, looksBack ? STOPPED_DAYS : 1, most),
    countOpenOrders(database),
    database.now(),
    persons(database),
  ]);
  const since = new Date(now.getTime() - DAY_MS);
  const ofDay = orders.filter(({ isOwn, isPaid, createdAt }) => isOwn && isPaid && createdAt > since);
  const day = ofDay.slice(-MOST_OF_DAY);
  const offers = await offersBeside(database, day);
  // Prices are as old as the machine says, whatever time the orders live in.
  const machineNow = new Date();
  const asked = askedSample(planned.now.catalog, kind, key, sample);
  const offering = { database, person, enrolled: enrolled.values(), configured: readOnce(database) };
  const [act, near] = await Promise.all([
    rowAct(offering, { kind, key, fields }),
    offersNear(database, planned.now.catalog, asked),
  ]);
  const stops = stoppedBy({ kind, key }, orders, book, planned);
  const quoteBy = (settings: typeof planned.now) => sampleQuote(settings, book, machineNow, asked, near?.trades ?? []);
  return {
    before: planned.before as Row,
    after: planned.after as Row,
    act,
    sample: {
      ...asked,
      symbol: planned.now.catalog.cryptos.get(asked.crypto)?.symbol ?? asked.crypto,
      amounts: suggestedAmounts(planned.now.catalog, asked.payCurrency, asked.method).slice(0, 6),
      beside: near?.shown ?? null,
      now: quoteBy(planned.now),
      next: quoteBy(planned.next),
    },
    curve: costCurve(planned, book, machineNow, asked),
    day: {
      since: since.toISOString(),
      read: day.length,
      // Where the day began before the oldest of what was read, older ones of it were not.
      bounded: ofDay.length > day.length || (orders.length === most && (orders[0]?.createdAt ?? since) > since),
      ...replayDay(day, offers, book, planned),
    },
    stops: stops
      ? { days: STOPPED_DAYS, read: orders.length, bounded: orders.length === MOST_OF_STOPPED, ...stops }
      : null,
    openOrders,
  };
}
