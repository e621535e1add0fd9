import type { TestAnswer, TestInquiry } from '@slipway/contract/entities/console/testQuote.ts';
import { isPayMethod } from '@slipway/contract/entities/payMethods.ts';
import { type Amount, formatAmount, parseAmount } from '@slipway/money/amount.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Log } from '../../platform/log/log.ts';
import { type OfferAnswer, type OfferProvider, type OfferRequest } from '../../providers/offers/offerPort.ts';
import type { Catalog } from '../catalog/catalog.ts';
import { toOfferedCoin } from './offeredCoin.ts';
import { saveTestAnswer, takeTestQuote } from './testQuoteStore.ts';

type TestQuotesContext = {
  readonly database: Database;
  readonly catalog: Catalog;
  readonly offerProviders: ReadonlyMap<string, OfferProvider>;
  readonly log: Log;
};

/** Longer than for buyers, so that the operator sees how slow the provider is. */
const PATIENCE_MS = 10_000;

const createUnavailableAnswer = (detail: string): TestAnswer => ({ kind: 'unavailable', detail });

/**
 * Answers operators' test quotes, even if the provider is disabled or its circuit breaker is open, so that an operator can
 * test a provider before selling its offers again. The answer is stored for the operator only, and not counted in the
 * buyers' statistics.
 */
export async function answerTestQuotes(context: TestQuotesContext): Promise<void> {
  const { database, log } = context;
  for (let open = await takeTestQuote(database); open; open = await takeTestQuote(database)) {
    const begun = performance.now();
    const { id, provider, question } = open;
    const answer = await requestTestOffer(context, provider, question).catch((error: unknown) => {
      // A test quote without an answer would block the next one. The error's text is not shown: it may contain a URL with
      // a key.
      log.error({ error, provider, testQuote: id }, 'a test quote could not be requested from a provider');
      return createUnavailableAnswer('the request failed: see the log of the worker');
    });
    await saveTestAnswer(database, id, answer, performance.now() - begun);
  }
}

async function requestTestOffer(
  { catalog, offerProviders }: TestQuotesContext,
  id: string,
  question: TestInquiry,
): Promise<TestAnswer> {
  const provider = offerProviders.get(id);
  if (!provider) return createUnavailableAnswer('no access to this provider: its keys are not set');
  const request = buildRequest(catalog, question);
  if (!request) return createUnavailableAnswer('the requested coin or currency is no longer in the catalog');
  const ending = AbortSignal.timeout(PATIENCE_MS);
  const late = new Promise<TestAnswer>((resolve) => {
    const timeoutAnswer = createUnavailableAnswer(`no answer within ${PATIENCE_MS / 1_000} seconds`);
    ending.addEventListener('abort', () => resolve(timeoutAnswer), { once: true });
  });
  const answer = provider.quote(request, ending).then((offerAnswer) => presentAnswer(offerAnswer, request.amount));
  // Ends the wait for a provider that ignores the signal.
  return Promise.race([answer, late]);
}

function buildRequest(
  catalog: Catalog,
  { pay, payCurrency, crypto: coin, method, country }: TestInquiry,
): OfferRequest | undefined {
  const currency = catalog.payCurrencies.get(payCurrency);
  const crypto = catalog.cryptos.get(coin);
  if (!currency || !crypto || !isPayMethod(method)) return undefined;
  return {
    side: 'Pay',
    amount: parseAmount(currency.asset, pay),
    payAsset: currency.asset,
    coin: toOfferedCoin(crypto),
    method,
    country,
  };
}

function presentAnswer(answer: OfferAnswer, requestedAmount: Amount): TestAnswer {
  if (answer.kind === 'unavailable') return createUnavailableAnswer(answer.detail);
  if (answer.kind === 'refused') {
    const { reason, limit, detail } = answer;
    return {
      kind: 'refused',
      reason,
      limit: limit ? formatAmount(limit, requestedAmount.asset.decimals) : null,
      detail,
    };
  }
  const { pay, receive, processingFee, networkFee, affiliateFee, ...terms } = answer.value;
  const { publishedMinutes, identity, needsAccount } = terms;
  return {
    kind: 'ok',
    pay: formatAmount(pay),
    receive: formatAmount(receive),
    processingFee: formatAmount(processingFee),
    networkFee: formatAmount(networkFee),
    affiliateFee: formatAmount(affiliateFee),
    publishedMinutes,
    identity,
    needsAccount,
  };
}
