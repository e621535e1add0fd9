import { traceAdapter } from '../../platform/tracing/traceAdapter.ts';
import type { Context, MarketProviders } from '../context.ts';

/** Returns the context with a span for each vendor call for an order. */
export function traceVendors<Some extends Context & MarketProviders>(context: Some): Some {
  const { card, identity, venue, chains, mail } = context;
  return {
    ...context,
    card: traceAdapter(card, { family: 'card', vendor: card.id }),
    identity: traceAdapter(identity, { family: 'identity', vendor: identity.id }),
    venue: traceAdapter(venue, { family: 'venue', vendor: venue.id }),
    mail: traceAdapter(mail, { family: 'mail', vendor: mail.id }),
    chains: new Map(
      [...chains].map(([network, chain]) => [network, traceAdapter(chain, { family: 'chain', vendor: network })]),
    ),
  };
}
