import type { TestAnswer, TestQuestion } from '@slipway/contract/entities/testQuote.ts';
import { type Amount, formatAmount, parseAmount } from '@slipway/money/amount.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Log } from '../../platform/log/log.ts';
import {
  type OfferAnswer,
  type OfferProvider,
  type OfferRequest,
  PAY_METHODS,
} from '../../providers/offers/offerPort.ts';
import type { Catalog } from '../catalog/catalog.ts';
import { coinOf } from './offeredCoin.ts';
import { keepTestAnswer, takeTestQuote } from './testQuoteStore.ts';

type TestQuotesContext = {
  readonly database: Database;
  readonly catalog: Catalog;
  readonly offerProviders: ReadonlyMap<string, OfferProvider>;
  readonly log: Log;
};

/** Longer than buyers wait: how slow it is, is what a person wants to see. */
const PATIENCE_MS = 10_000;

const away = (detail: string): TestAnswer => ({ kind: 'unavailable', detail });

/**
 * Asks what persons want to have asked, past the switch and the circuit: to see whether a provider answers before its offers are
 * sold again. The answer moves nothing and is not counted among buyers'.
 */
export async function answerTestQuotes(context: TestQuotesContext): Promise<void> {
  const { database, log } = context;
  for (let open = await takeTestQuote(database); open; open = await takeTestQuote(database)) {
    const begun = performance.now();
    const { id, provider, question } = open;
    const answer = await askOne(context, provider, question).catch((error: unknown) => {
      // Whatever it is, the question has its answer, and no other one waits for it. What it says may name an address with a key.
      log.error({ error, provider, testQuote: id }, 'a provider could not be asked for a test quote');
      return away('the product failed to ask it: see the log of the worker');
    });
    await keepTestAnswer(database, id, answer, performance.now() - begun);
  }
}

async function askOne(
  { catalog, offerProviders }: TestQuotesContext,
  id: string,
  question: TestQuestion,
): Promise<TestAnswer> {
  const provider = offerProviders.get(id);
  if (!provider) return away('the product has no access to it: its keys are not set');
  const request = requestOf(catalog, question);
  if (!request) return away('what was asked for is in the catalog no more');
  const ending = AbortSignal.timeout(PATIENCE_MS);
  const late = new Promise<TestAnswer>((resolve) => {
    const said = away(`no answer within ${PATIENCE_MS / 1_000} seconds`);
    ending.addEventListener('abort', () => resolve(said), { once: true });
  });
  const answer = provider.quote(request, ending).then((said) => shown(said, request.asked));
  // One that heeds no signal is waited for no longer either.
  return Promise.race([answer, late]);
}

function requestOf(
  catalog: Catalog,
  { pay, payCurrency, crypto: coin, method, country }: TestQuestion,
): OfferRequest | undefined {
  const currency = catalog.payCurrencies.get(payCurrency);
  const crypto = catalog.cryptos.get(coin);
  const payMethod = PAY_METHODS.find((one) => one === method);
  if (!currency || !crypto || !payMethod) return undefined;
  return {
    side: 'Pay',
    asked: parseAmount(currency.asset, pay),
    payAsset: currency.asset,
    coin: coinOf(crypto),
    method: payMethod,
    country,
  };
}

function shown(answer: OfferAnswer, asked: Amount): TestAnswer {
  if (answer.kind === 'unavailable') return away(answer.detail);
  if (answer.kind === 'refused') {
    const { reason, limit, detail } = answer;
    return { kind: 'refused', reason, limit: limit ? formatAmount(limit, asked.asset.decimals) : null, detail };
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
