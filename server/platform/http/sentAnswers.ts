import type { CallName, CallRequest } from '@slipway/contract/calls.ts';
import {
  inquiryRequest,
  listRequest,
  SENT_ANSWERS_ID,
  type SentAnswers,
  usualInquiry,
} from '@slipway/contract/firstQuote.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from './appError.ts';
import { carriesCookie } from './cookies.ts';
import type { AnswerCall, Envelope } from './gateway.ts';

/** The first page of a purchase would ask this next: it is sent along, and three ways there and back are saved. */
export type AnswersAhead = (request: FastifyRequest, reply: FastifyReply) => Promise<SentAnswers | null>;

type AheadParts = {
  readonly answerCall: AnswerCall;
  /** Our own origin: a page of ours leads nobody here. */
  readonly origin: string;
  /** Whether a quote is made without asking anybody else. */
  readonly isAnsweredAlone: () => boolean;
  readonly now: () => Date;
  readonly noPartner: string;
};

/**
 * What a visitor of whom nothing is known yet would ask: the lists, the usual quote, and what it costs by each method. Null for
 * whoever is logged in, whose calls say so, and where an answer has to be waited for or is refused: the page then asks, and tells.
 */
export function createAnswersAhead({ answerCall, origin, isAnsweredAlone, now, noPartner }: AheadParts): AnswersAhead {
  return async (request, reply) => {
    if (!isAnsweredAlone() || carriesCookie(request, 'session')) return null;
    const answers: SentAnswers['answers'][number][] = [];
    const ask = async <Name extends CallName>(call: Name, fields: CallRequest<Name>): Promise<Envelope<Name>> => {
      const answer = await answerCall(call, fields, request, reply);
      answers.push({ call, request: fields, answer });
      return answer;
    };
    try {
      const [pays, receives] = [await ask('payList', listRequest('')), await ask('getList', listRequest(''))];
      const inquiry = usualInquiry(pays.data, receives.data, pays.normalCurrency);
      if (inquiry) {
        const sender = { token: '', partnerId: noPartner, reference: '', refererUrl: refererOf(request, origin) };
        const quote = await ask('offerInquiry', inquiryRequest(inquiry, sender));
        await ask('priceList', { token: quote.data.token });
      }
    } catch (error) {
      // The page asks for what is missing, and is told. It comes in any case.
      if (!(error instanceof AppError)) request.log.warn({ error }, 'no answers go along with a page');
    }
    return answers.length === 0 ? null : { date: now().toUTCString(), answers };
  };
}

/** The document with the answers at its end: what is painted first does not wait for them. */
export function withAnswers(document: string, answers: SentAnswers): string {
  const json = JSON.stringify(answers).replaceAll('<', String.raw`\u003c`);
  const block = `<script type="application/json" id="${SENT_ANSWERS_ID}">${json}</script>`;
  return document.replace('</body>', () => `${block}</body>`);
}

const LONGEST_REFERER = 2048;

/** As the page's own `document.referrer` says it. */
function refererOf({ headers: { referer = '' } }: FastifyRequest, origin: string): string {
  return URL.parse(referer)?.origin === origin || referer.length > LONGEST_REFERER ? '' : referer;
}
