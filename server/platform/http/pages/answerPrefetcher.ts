import type { CallName, CallRequest } from '@slipway/contract/calls.ts';
import {
  buildDefaultInquiry,
  buildInquiryRequest,
  buildListRequest,
  DOCUMENT_ANSWERS_ID,
  type DocumentAnswers,
} from '@slipway/contract/firstQuote.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../appError.ts';
import { hasCookie } from '../cookies.ts';
import type { CallAnswerer, Envelope } from '../gateway/gateway.ts';

/** Returns the answers to the first requests of a purchase's first page, sent along with it to save three round trips. */
export type AnswerPrefetcher = (request: FastifyRequest, reply: FastifyReply) => Promise<DocumentAnswers | null>;

type PrefetchParts = {
  readonly answerCall: CallAnswerer;
  /** This site's origin: its own pages are not reported as referrers. */
  readonly origin: string;
  /** Returns true if quotes are made without requests to external providers. */
  readonly isQuotedInternally: () => boolean;
  readonly now: () => Date;
  readonly noPartner: string;
};

/**
 * Creates the function that answers what a new visitor's page would request: the lists, the default quote, and its price by
 * each method. It returns null for logged-in visitors, whose calls carry their session, and if quotes depend on other
 * providers. A refusal ends it early: the page then requests the rest and shows the error.
 */
export function createAnswerPrefetcher({
  answerCall,
  origin,
  isQuotedInternally,
  now,
  noPartner,
}: PrefetchParts): AnswerPrefetcher {
  return async (request, reply) => {
    if (!isQuotedInternally() || hasCookie(request, 'session')) return null;
    const answers: DocumentAnswers['answers'][number][] = [];
    const callApi = async <Name extends CallName>(call: Name, fields: CallRequest<Name>): Promise<Envelope<Name>> => {
      const answer = await answerCall(call, fields, request, reply);
      answers.push({ call, request: fields, answer });
      return answer;
    };
    try {
      const [pays, receives] = [
        await callApi('payList', buildListRequest('')),
        await callApi('getList', buildListRequest('')),
      ];
      const inquiry = buildDefaultInquiry(pays.data, receives.data, pays.normalCurrency);
      if (inquiry) {
        const sender = { token: '', partnerId: noPartner, reference: '', refererUrl: readReferer(request, origin) };
        const quote = await callApi('offerInquiry', buildInquiryRequest(inquiry, sender));
        await callApi('priceList', { token: quote.data.token });
      }
    } catch (error) {
      // The page is sent in any case: it requests the missing answers and shows the error.
      if (!(error instanceof AppError))
        request.log.warn({ error }, 'the first answers of a page could not be prefetched');
    }
    return answers.length === 0 ? null : { date: now().toUTCString(), answers };
  };
}

/** Returns the document with the answers at its end, so that the first paint does not wait for them. */
export function embedAnswers(document: string, answers: DocumentAnswers): string {
  const json = JSON.stringify(answers).replaceAll('<', String.raw`\u003c`);
  const block = `<script type="application/json" id="${DOCUMENT_ANSWERS_ID}">${json}</script>`;
  return document.replace('</body>', () => `${block}</body>`);
}

const LONGEST_REFERER = 2048;

/** Returns what the page's own `document.referrer` would be. */
function readReferer({ headers: { referer = '' } }: FastifyRequest, origin: string): string {
  return URL.parse(referer)?.origin === origin || referer.length > LONGEST_REFERER ? '' : referer;
}
