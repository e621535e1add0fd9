import { buildListRequest } from '@slipway/contract/firstQuote.ts';
import { preloadCall } from '../../api/call.ts';
import { getDraft } from '../draft/draft.ts';
import { readInquiryReferences } from '../draft/references.ts';
import { buildQuoteRequest } from './buildQuoteRequest.ts';
import { buildInitialInquiry } from './link/buildInitialInquiry.ts';
import { findPreviousToken } from './link/findPreviousToken.ts';
import { readQuoteQuery } from './link/quoteQuery.ts';
import { reduceToOffered } from './link/reduceToOffered.ts';
import { checkInquiry } from './quoteRules.ts';

/**
 * Preloads the requests of Edit's first render: the lists, the first quote and its prices. Edit makes the same requests
 * with the same functions and finds these answers.
 */
export async function preloadFirstQuote(search: string, routeCurrency: string | undefined): Promise<void> {
  const query = readQuoteQuery(search, routeCurrency);
  const request = buildListRequest(query.offerType);
  const lists = Promise.all([preloadCall('payList', request), preloadCall('getList', request)]);
  // The screen works without the countries until they arrive.
  preloadCall('getallcountry', {}).catch(() => undefined);
  const [{ data: pay, normalCurrency }, { data: receive }] = await lists;
  // If a list is empty, Edit requests the lists of the default provider.
  if (pay.length === 0 || receive.length === 0) return;
  const draft = getDraft();
  const offered = reduceToOffered(query, { pay, receive, offerType: query.offerType });
  const inquiry = buildInitialInquiry(offered.query, draft, { pay, receive, normalCurrency });
  const refusal = checkInquiry(
    inquiry,
    pay.find(({ currency }) => currency === inquiry.sendCurrency),
    receive.find(({ currency }) => currency === inquiry.getCurrency),
  );
  if (refusal) return;
  const context = { ...query, token: findPreviousToken(query, draft), references: readInquiryReferences };
  const quote = await preloadCall('offerInquiry', buildQuoteRequest(inquiry, context));
  await preloadCall('priceList', { token: quote.data.token });
}
