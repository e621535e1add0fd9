import { type ConsoleCallData, type ConsoleCallInput, consoleCalls } from '@slipway/contract/consoleCalls.ts';
import { formatAmount, parseAmount } from '@slipway/money/amount.ts';
import type { Asset } from '@slipway/money/asset.ts';
import { parseDecimal } from '@slipway/money/decimal.ts';
import { parseConfiguration } from '../../configuration/configurationKinds.ts';
import { createConfigurationReader } from '../../configuration/createConfigurationReader.ts';
import { AppError } from '../../platform/http/appError.ts';
import type { Catalog } from '../../purchase/catalog/catalog.ts';
import { formatCoinNameById } from '../../purchase/catalog/formatCoinName.ts';
import { formatBasisPoints } from '../../purchase/offer/compareOffers.ts';
import { listConnectedProviders } from '../../purchase/offer/connectedProviderStore.ts';
import { listRecentAnswerCounts } from '../../purchase/offer/providerAnswerStore.ts';
import { listProviderRecords, type ProviderRecord } from '../../purchase/offer/providerRecordStore.ts';
import {
  enqueueTestQuote,
  type LastTestQuote,
  listLastTestQuotes,
  TEST_QUOTE_PAUSE_SECONDS,
} from '../../purchase/offer/testQuoteStore.ts';
import { buildRowAction } from '../catalog/rowActions.ts';
import { completeSample } from '../catalog/sampleQuotes.ts';
import type { ConsoleContext } from '../consoleContext.ts';
import type { ConsoleHandlersFor, ConsolePerson } from '../gateway/consoleHandlers.ts';
import { ANSWER_MINUTES, presentAnswers } from './presentAnswers.ts';
import { countOffersByProvider, countOrdersByProvider, ROW_LIMITS, readStepOutcomes } from './providerStore.ts';

type Providers = ConsoleCallData<'providers'>;

/** Handlers for providers and test quotes. */
export function providerCalls(context: ConsoleContext): ConsoleHandlersFor<'providers' | 'requestTestQuote'> {
  return {
    providers: (_input, { person }) => readProviders(context, person),
    requestTestQuote: (request, { person }) => requestTestQuote(context, person, request),
  };
}

/** Requests a test quote with the defaults of a change preview, but the given amount and coin. */
async function requestTestQuote(
  { database, settings }: ConsoleContext,
  { name }: ConsolePerson,
  { provider, pay, crypto }: ConsoleCallInput<'requestTestQuote'>,
): Promise<ConsoleCallData<'requestTestQuote'>> {
  const { catalog } = settings();
  const sample = { payCurrency: '', crypto, method: '', country: '', amount: pay };
  const { amount, ...inquiry } = completeSample(catalog, '', '', sample);
  const currency = catalog.payCurrencies.get(inquiry.payCurrency);
  if (!currency || !catalog.cryptos.has(inquiry.crypto))
    throw new AppError('not_found', { what: 'coin', name: crypto });
  if (!(await listConnectedProviders(database)).includes(provider))
    throw new AppError('not_found', { what: 'provider', name: provider });
  const question = { ...inquiry, pay: parsePositiveAmount(currency.asset, amount) };
  const id = await enqueueTestQuote(database, provider, name, question);
  if (id === undefined)
    throw new AppError('act_refused', {
      reason: `A test quote was requested a moment ago. Wait ${TEST_QUOTE_PAUSE_SECONDS} seconds.`,
    });
  return { id };
}

function parsePositiveAmount(asset: Asset, amount: string): string {
  const value = parseDecimal(amount);
  if (value.scale > asset.decimals || value.coefficient === 0n)
    throw new AppError('act_refused', {
      reason: `Enter an amount of ${asset.code} above zero with at most ${asset.decimals} decimals.`,
    });
  return formatAmount(parseAmount(asset, amount));
}

async function readProviders(context: ConsoleContext, person: ConsolePerson): Promise<Providers> {
  const { database, settings } = context;
  const { catalog } = settings();
  const configured = createConfigurationReader(database);
  const [offers, orders, records, steps, answerCounts, tests, connected, rows, { enrolled }] = await Promise.all([
    countOffersByProvider(database),
    countOrdersByProvider(database),
    listProviderRecords(database),
    readStepOutcomes(database),
    listRecentAnswerCounts(database, ANSWER_MINUTES),
    listLastTestQuotes(database),
    listConnectedProviders(database),
    configured.rows(),
    context.persons(database),
  ]);
  const providers = parseConfiguration(rows).provider;
  const actionContext = { database, person, enrolled: [...enrolled.values()], configured };
  const ids = new Set([
    ...providers.keys(),
    ...offers.map(({ id }) => id),
    ...orders.map(({ id }) => id),
    ...answerCounts.map(({ provider }) => provider),
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
          record: presentRecord(records.get(id)),
          answers: presentAnswers(answerCounts.filter(({ provider }) => provider === id)),
          isConnected: connected.includes(id),
          test: presentTestQuote(
            catalog,
            tests.find(({ provider }) => provider === id),
          ),
          act: {
            ...(await buildRowAction(actionContext, { kind: 'provider', key: id, fields: { enabled: isOff } })),
            effect: isOff
              ? 'Within a second, its offers appear next to your own again.'
              : 'Within a second, its offers are no longer shown. Its existing orders continue.',
          },
        };
      }),
    ),
    mayTest: person.roles.some((role) => consoleCalls.requestTestQuote.roles.includes(role)),
    coins: [...catalog.cryptos.keys()],
    steps: steps.map(({ lastAt, ...step }) => ({ ...step, lastAt: lastAt.toISOString() })),
    bounds: ROW_LIMITS,
  };
}

function presentRecord(record: ProviderRecord | undefined): Providers['others'][number]['record'] {
  if (!record) return null;
  const { orders, medianBasisPoints, worstBasisPoints, worseAtCheckout, medianMinutes } = record;
  return {
    orders,
    medianPercent: formatBasisPoints(medianBasisPoints),
    worstPercent: formatBasisPoints(worstBasisPoints),
    worseAtCheckout,
    medianMinutes,
  };
}

function presentTestQuote(catalog: Catalog, last: LastTestQuote | undefined): Providers['others'][number]['test'] {
  if (!last) return null;
  const { requestedBy, requestedAt, question, milliseconds, answer } = last;
  const symbol = formatCoinNameById(catalog, question.crypto);
  return { requestedBy, requestedAt: requestedAt.toISOString(), question, symbol, milliseconds, answer };
}
