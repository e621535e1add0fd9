import { loginCalls, profileCalls } from '../account/calls.ts';
import { cardCalls } from '../account/cardCalls.ts';
import { deletionCalls } from '../account/deletionCalls.ts';
import { passkeyCalls } from '../account/passkeys/passkeyCalls.ts';
import { sessionCalls } from '../account/sessionCalls.ts';
import { partnerCalls } from '../partner/calls.ts';
import type { Handlers } from '../platform/http/handlers.ts';
import { addressBookCalls } from '../purchase/address/addressBookCalls.ts';
import { addressCalls } from '../purchase/address/calls.ts';
import { readPresentation } from '../purchase/delivery/readPresentation.ts';
import { identityCalls } from '../purchase/identity/calls.ts';
import { offerCalls } from '../purchase/offer/calls.ts';
import { orderCalls } from '../purchase/order/calls.ts';
import { claimGuestOrders } from '../purchase/order/ownershipStore.ts';
import { paymentCalls } from '../purchase/payment/calls.ts';
import { openProviderPage } from '../purchase/provider/openProviderPage.ts';
import { quoteCalls } from '../purchase/quote/calls.ts';
import { catalogCalls } from '../purchase/quote/catalogCalls.ts';
import { marketCalls } from '../purchase/quote/marketCalls.ts';
import { receiptCalls } from '../purchase/receipt/calls.ts';
import { openSession } from '../purchase/session/openSession.ts';
import { regionCalls } from '../region/calls.ts';
import type { ServedRegions } from '../region/servedCallers.ts';
import { trackingCalls } from '../tracking/calls.ts';
import type { PointBuffer } from '../tracking/pointBuffer.ts';
import type { Context } from './context.ts';

/** The rows as they are when somebody calls. */
export function servedRegions(context: Context): ServedRegions {
  return {
    isBannedCountry: (country) => context.catalog.countryRules(country).banned,
    blockedNetworks: () => context.blockedNetworks(),
  };
}

/** The calls of the pages, bound to the rooms that answer them. */
export function allHandlers(context: Context & { readonly points: PointBuffer }): Handlers {
  const accountContext = { ...context, claimGuestOrders };
  return {
    ...regionCalls({ regions: servedRegions(context) }),
    ...catalogCalls(context),
    ...marketCalls(context),
    ...quoteCalls(context),
    ...offerCalls(context),
    ...addressCalls(context),
    ...orderCalls({
      ...context,
      readPresentation: (order) => readPresentation(context, order),
      openProviderPage: (order) => openProviderPage(context, order),
    }),
    ...receiptCalls({ ...context, readPresentation: (order) => readPresentation(context, order) }),
    ...paymentCalls(context),
    ...identityCalls(context),
    ...loginCalls(accountContext),
    ...sessionCalls(context),
    ...passkeyCalls(accountContext),
    ...profileCalls(accountContext),
    ...cardCalls(context),
    ...addressBookCalls(context),
    ...deletionCalls(context),
    ...partnerCalls(context),
    openSession: async (input) => ({ data: await openSession(context, input) }),
    ...trackingCalls(context),
  };
}
