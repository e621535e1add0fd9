import { listRequest } from '@slipway/contract/firstQuote.ts';
import { callAhead } from '../../api/call.ts';
import { currentDraft } from '../draft/draft.ts';
import { inquiryReferences } from '../draft/references.ts';
import { formerToken } from './formerToken.ts';
import { initialInquiry } from './initialInquiry.ts';
import { inquiryRequest } from './inquiryRequest.ts';
import { offeredQuery } from './offeredQuery.ts';
import { readQuoteQuery } from './quoteQuery.ts';
import { checkInquiry } from './quoteRules.ts';

/**
 * Asks what Edit will ask when it is first drawn: the lists, and with them the first quote and its prices. The same functions
 * make the same requests there, and find these answers.
 */
export async function askFirstQuote(search: string, routeCurrency: string | undefined): Promise<void> {
  const query = readQuoteQuery(search, routeCurrency);
  const request = listRequest(query.offerType);
  const lists = Promise.all([callAhead('payList', request), callAhead('getList', request)]);
  // The screen does without them until they come.
  callAhead('getallcountry', {}).catch(() => undefined);
  const [{ data: pay, normalCurrency }, { data: receive }] = await lists;
  // Another provider's lists are then asked for.
  if (pay.length === 0 || receive.length === 0) return;
  const draft = currentDraft();
  const offered = offeredQuery(query, { pay, receive, offerType: query.offerType });
  const inquiry = initialInquiry(offered.query, draft, { pay, receive, normalCurrency });
  const refusal = checkInquiry(
    inquiry,
    pay.find(({ currency }) => currency === inquiry.sendCurrency),
    receive.find(({ currency }) => currency === inquiry.getCurrency),
  );
  if (refusal) return;
  const context = { ...query, token: formerToken(query, draft), references: inquiryReferences };
  const quote = await callAhead('offerInquiry', inquiryRequest(inquiry, context));
  await callAhead('priceList', { token: quote.data.token });
}
