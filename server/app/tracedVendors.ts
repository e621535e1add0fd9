import { traced } from '../platform/tracing/traced.ts';
import type { Context, MarketProviders } from './context.ts';

/** The same context, with a span for each call that it makes to a vendor for an order. */
export function tracedVendors<Some extends Context & MarketProviders>(context: Some): Some {
  const { card, identity, venue, chains, mail } = context;
  return {
    ...context,
    card: traced(card, { family: 'card', vendor: card.id }),
    identity: traced(identity, { family: 'identity', vendor: identity.id }),
    venue: traced(venue, { family: 'venue', vendor: venue.id }),
    mail: traced(mail, { family: 'mail', vendor: mail.id }),
    chains: new Map(
      [...chains].map(([network, chain]) => [network, traced(chain, { family: 'chain', vendor: network })]),
    ),
  };
}
