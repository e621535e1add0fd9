import type { CallInput } from '@slipway/contract/calls.ts';
import { findAllowedRedirect, NO_PARTNER, type Partner, type Partners } from '../../partner/partner.ts';
import type { Database } from '../../platform/database/database.ts';
import { AppError } from '../../platform/http/appError.ts';
import type { IssuedQuote } from '../quote/quoteToken.ts';
import { type IntendedOrder, requireFixedTerms } from './requireFixedTerms.ts';

/** The partner who sent the buyer, and the references of the purchase; '' if absent. */
export type Sender = {
  /** Undefined if the buyer was not sent by a partner. */
  readonly partner: Partner | undefined;
  readonly redirectUrl: string | null;
  readonly reference: string;
  readonly refererUrl: string;
  readonly refererOrder: string;
  /** The id of the session in which the order is created. */
  readonly partnerSession: string;
};

/**
 * Returns the partner and the references of an order. The partner of the session or of the buyer's account takes precedence
 * over the partner that the page names. Throws `session_fixed` if the order differs from what the partner has fixed, or if
 * the buyer's account belongs to another partner than the session.
 */
export async function readSender(
  { database, partners }: { readonly database: Database; readonly partners: () => Partners },
  submission: CallInput<'coinOrder'>,
  quote: IssuedQuote,
  /** NO_PARTNER for a direct buyer's account, and for a guest. */
  accountPartner: string,
  intended: IntendedOrder,
): Promise<Sender> {
  const session = submission.partnerSession
    ? await requireFixedTerms(database, submission.partnerSession, intended)
    : undefined;
  const bound = accountPartner === NO_PARTNER ? session?.partnerId : accountPartner;
  if (session && session.partnerId !== bound) throw new AppError('session_fixed');
  // A page that identifies its partner only by an origin may have found the partner after the quote.
  const named = quote.partnerId === NO_PARTNER ? submission.partnerId : quote.partnerId;
  const partner = partners().get(bound ?? named);
  const sessionTerms = session?.terms;
  return {
    partner,
    redirectUrl: findAllowedRedirect(partner, sessionTerms?.redirectUrl || (submission.redirectUrl ?? '')) ?? null,
    reference: sessionTerms?.reference || quote.reference || (submission.reference ?? ''),
    refererUrl: sessionTerms?.refererUrl || quote.refererUrl || (submission.refererUrl ?? ''),
    refererOrder: sessionTerms?.referer_order || (submission.referer_order ?? ''),
    partnerSession: session?.id ?? '',
  };
}
