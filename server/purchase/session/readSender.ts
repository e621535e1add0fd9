import type { CallInput } from '@slipway/contract/calls.ts';
import { allowedRedirect, NO_PARTNER, type Partner, type Partners } from '../../partner/partner.ts';
import type { Database } from '../../platform/database/database.ts';
import { AppError } from '../../platform/http/appError.ts';
import type { IssuedQuote } from '../quote/quoteToken.ts';
import { type Intended, requireFixed } from './requireFixed.ts';

/** Who sent the buyer, and what they say of the purchase; '' for what nobody said. */
export type Sender = {
  /** Undefined where nobody did. */
  readonly partner: Partner | undefined;
  readonly redirectUrl: string | null;
  readonly reference: string;
  readonly refererUrl: string;
  readonly refererOrder: string;
  /** The id of the session that the order is made within. */
  readonly partnerSession: string;
};

/**
 * A partner's own word, by its session and by its account of the buyer, comes before that of the page. Throws
 * `session_fixed` for an order that is another one than the partner has fixed.
 */
export async function readSender(
  { database, partners }: { readonly database: Database; readonly partners: () => Partners },
  submission: CallInput<'coinOrder'>,
  quote: IssuedQuote,
  /** NO_PARTNER for a buyer's own account, and for a guest. */
  accountPartner: string,
  intended: Intended,
): Promise<Sender> {
  const session = submission.partnerSession
    ? await requireFixed(database, submission.partnerSession, intended)
    : undefined;
  const bound = accountPartner === NO_PARTNER ? session?.partnerId : accountPartner;
  if (session && session.partnerId !== bound) throw new AppError('session_fixed');
  // A page that knows its partner by the origin alone may have learnt who that is since the quote.
  const named = quote.partnerId === NO_PARTNER ? submission.partnerId : quote.partnerId;
  const partner = partners().get(bound ?? named);
  const said = session?.terms;
  return {
    partner,
    redirectUrl: allowedRedirect(partner, said?.redirectUrl || (submission.redirectUrl ?? '')) ?? null,
    reference: said?.reference || quote.reference || (submission.reference ?? ''),
    refererUrl: said?.refererUrl || quote.refererUrl || (submission.refererUrl ?? ''),
    refererOrder: said?.referer_order || (submission.referer_order ?? ''),
    partnerSession: session?.id ?? '',
  };
}
