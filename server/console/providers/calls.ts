import { type ConsoleCallData, type ConsoleCallInput, consoleCalls } from '@slipway/contract/consoleCalls.ts';
import { formatAmount, parseAmount } from '@slipway/money/amount.ts';
import type { Asset } from '@slipway/money/asset.ts';
import { parseDecimal } from '@slipway/money/decimal.ts';
import { readConfiguration } from '../../configuration/kinds.ts';
import { readOnce } from '../../configuration/readOnce.ts';
import { AppError } from '../../platform/http/appError.ts';
import type { Catalog } from '../../purchase/catalog/catalog.ts';
import { percent } from '../../purchase/offer/compareOffers.ts';
import { connectedProviders } from '../../purchase/offer/connectedProviderStore.ts';
import { heardWithin } from '../../purchase/offer/heardAnswerStore.ts';
import { type ProviderRecord, readRecords } from '../../purchase/offer/providerRecordStore.ts';
import {
  askForTestQuote,
  type LastTestQuote,
  lastTestQuotes,
  PAUSE_SECONDS,
} from '../../purchase/offer/testQuoteStore.ts';
import { rowAct } from '../catalog/rowActs.ts';
import { askedSample } from '../catalog/sampleQuotes.ts';
import type { ConsoleContext } from '../consoleContext.ts';
import type { ConsoleHandlersOf, ConsolePerson } from '../gateway/consoleHandlers.ts';
import { answersByStep, BOUNDS, offersByProvider, ordersByProvider } from './providerStore.ts';
import { ANSWER_MINUTES, shownAnswers } from './shownAnswers.ts';

type Providers = ConsoleCallData<'providers'>;

/** Who answers, who keeps their word. */
export function providerCalls(context: ConsoleContext): ConsoleHandlersOf<'providers' | 'askTestQuote'> {
  return {
    providers: (_input, { person }) => shownProviders(context, person),
    askTestQuote: (wish, { person }) => askForOne(context, person, wish),
  };
}

/** For what a change is tried on, but in the amount and the coin that are named. */
async function askForOne(
  { database, settings }: ConsoleContext,
  { name }: ConsolePerson,
  { provider, pay, crypto }: ConsoleCallInput<'askTestQuote'>,
): Promise<ConsoleCallData<'askTestQuote'>> {
  const { catalog } = settings();
  const sample = { payCurrency: '', crypto, method: '', country: '', amount: pay };
  const { amount, ...asked } = askedSample(catalog, '', '', sample);
  const currency = catalog.payCurrencies.get(asked.payCurrency);
  if (!currency || !catalog.cryptos.has(asked.crypto)) throw new AppError('not_found', { what: 'coin', name: crypto });
  if (!(await connectedProviders(database)).includes(provider))
    throw new AppError('not_found', { what: 'provider', name: provider });
  const question = { ...asked, pay: wholeAmount(currency.asset, amount) };
  const id = await askForTestQuote(database, provider, name, question);
  if (id === undefined)
    throw new AppError('act_refused', { reason: `It has just been asked: wait ${PAUSE_SECONDS} seconds.` });
  return { id };
}

function wholeAmount(asset: Asset, amount: string): string {
  const value = parseDecimal(amount);
  if (value.scale > asset.decimals || value.coefficient === 0n)
    throw new AppError('act_refused', {
      reason: `An amount of ${asset.code} is more than nothing, with at most ${asset.decimals} decimals.`,
    });
  return formatAmount(parseAmount(asset, amount));
}

async function shownProviders(context: ConsoleContext, person: ConsolePerson): Promise<Providers> {
  const { database, settings } = context;
  const { catalog } = settings();
  const configured = readOnce(database);
  const [offers, orders, records, steps, heard, tests, connected, rows, { enrolled }] = await Promise.all([
    offersByProvider(database),
    ordersByProvider(database),
    readRecords(database),
    answersByStep(database),
    heardWithin(database, ANSWER_MINUTES),
    lastTestQuotes(database),
    connectedProviders(database),
    configured.rows(),
    context.persons(database),
  ]);
  const providers = readConfiguration(rows).provider;
  const offering = { database, person, enrolled: [...enrolled.values()], configured };
  const ids = new Set([
    ...providers.keys(),
    ...offers.map(({ id }) => id),
    ...orders.map(({ id }) => id),
    ...heard.map(({ provider }) => provider),
    ...connected,
  ]);
  return {
    others: await Promise.all(
      [...ids].toSorted().map(async (id) => {
        const offered = offers.find((one) => one.id === id);
        const ordered = orders.find((one) => one.id === id);
        const isOff = providers.get(id)?.enabled === false;
        return {
          id,
          isOff,
          offers: offered?.offers ?? 0,
          best: offered?.best ?? 0,
          lastOfferAt: offered?.lastOfferAt.toISOString() ?? null,
          orders: ordered?.orders ?? 0,
          delivered: ordered?.delivered ?? 0,
          refusals: ordered?.refusals ?? [],
          record: shownRecord(records.get(id)),
          answers: shownAnswers(heard.filter(({ provider }) => provider === id)),
          isConnected: connected.includes(id),
          test: shownTest(
            catalog,
            tests.find(({ provider }) => provider === id),
          ),
          act: {
            ...(await rowAct(offering, { kind: 'provider', key: id, fields: { enabled: isOff } })),
            effect: isOff
              ? 'Its offers stand beside the own one again, within a second.'
              : 'Nobody is offered it any more, within a second. Its orders go on.',
          },
        };
      }),
    ),
    mayTest: person.roles.some((role) => consoleCalls.askTestQuote.roles.includes(role)),
    coins: [...catalog.cryptos.keys()],
    steps: steps.map(({ lastAt, ...step }) => ({ ...step, lastAt: lastAt.toISOString() })),
    bounds: BOUNDS,
  };
}

function shownRecord(record: ProviderRecord | undefined): Providers['others'][number]['record'] {
  if (!record) return null;
  const { orders, medianBasisPoints, worstBasisPoints, worseAtCheckout, medianMinutes } = record;
  return {
    orders,
    medianPercent: percent(medianBasisPoints),
    worstPercent: percent(worstBasisPoints),
    worseAtCheckout,
    medianMinutes,
  };
}

function shownTest({ cryptos }: Catalog, last: LastTestQuote | undefined): Providers['others'][number]['test'] {
  if (!last) return null;
  const { askedBy, askedAt, question, milliseconds, answer } = last;
  const symbol = cryptos.get(question.crypto)?.symbol ?? question.crypto;
  return { askedBy, askedAt: askedAt.toISOString(), question, symbol, milliseconds, answer };
}
