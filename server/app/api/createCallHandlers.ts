import { loginCalls, profileCalls } from '../../account/calls.ts';
import { cardCalls } from '../../account/cards/cardCalls.ts';
import { deletionCalls } from '../../account/deletion/deletionCalls.ts';
import { passkeyCalls } from '../../account/passkeys/passkeyCalls.ts';
import { sessionCalls } from '../../account/sessionCalls.ts';
import { partnerCalls } from '../../partner/calls.ts';
import type { Handlers } from '../../platform/http/handlers.ts';
import { addressBookCalls } from '../../purchase/address/addressBookCalls.ts';
import { addressCalls } from '../../purchase/address/addressCalls.ts';
import { loadOrderPresentation } from '../../purchase/delivery/loadOrderPresentation.ts';
import { identityCalls } from '../../purchase/identity/identityCalls.ts';
import { offerCalls } from '../../purchase/offer/offerCalls.ts';
import { orderCalls } from '../../purchase/order/orderCalls.ts';
import { assignGuestOrders } from '../../purchase/order/ownershipStore.ts';
import { paymentCalls } from '../../purchase/payment/paymentCalls.ts';
import { openProviderPage } from '../../purchase/provider/openProviderPage.ts';
import { catalogCalls } from '../../purchase/quote/catalogCalls.ts';
import { marketCalls } from '../../purchase/quote/marketCalls.ts';
import { quoteCalls } from '../../purchase/quote/quoteCalls.ts';
import { receiptCalls } from '../../purchase/receipt/receiptCalls.ts';
import { openSession } from '../../purchase/session/openSession.ts';
import { regionCalls } from '../../region/calls.ts';
import type { ServedRegions } from '../../region/servedCallers.ts';
import { trackingCalls } from '../../tracking/calls.ts';
import type { PointBuffer } from '../../tracking/pointBuffer.ts';
import type { Context } from '../context.ts';

/** Returns regions that read the current rows at each call. */
export function createServedRegions(context: Context): ServedRegions {
  return {
    isBannedCountry: (country) => context.catalog.countryRules(country).banned,
    blockedNetworks: () => context.blockedNetworks(),
  };
}

/** Returns the handlers of the pages' calls, bound to their modules. */
export function createCallHandlers(context: Context & { readonly points: PointBuffer }): Handlers {
  const accountContext = { ...context, claimGuestOrders: assignGuestOrders };
  return {
    ...regionCalls({ regions: createServedRegions(context) }),
    ...catalogCalls(context),
    ...marketCalls(context),
    ...quoteCalls(context),
    ...offerCalls(context),
    ...addressCalls(context),
    ...orderCalls({
      ...context,
      readPresentation: (order) => loadOrderPresentation(context, order),
      openProviderPage: (order) => openProviderPage(context, order),
    }),
    ...receiptCalls({ ...context, readPresentation: (order) => loadOrderPresentation(context, order) }),
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
