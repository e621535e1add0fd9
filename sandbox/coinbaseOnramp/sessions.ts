import { randomUUID } from 'node:crypto';
import { BlockList, isIP } from 'node:net';
import { z } from 'zod';
import type { ProviderPrice } from '../externalProviders/computePrice.ts';
import type { ProviderCoin } from '../externalProviders/providerTerms.ts';
import { findCoin, METHODS, providerTerms } from './wire.ts';

const LIFETIME_MS = 5 * 60_000;

/** Networks with addresses that Coinbase treats as private. */
const PRIVATE_NETWORKS = new BlockList();
for (const [network, bits] of [
  ['10.0.0.0', 8],
  ['127.0.0.0', 8],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
] as const)
  PRIVATE_NETWORKS.addSubnet(network, bits);
PRIVATE_NETWORKS.addAddress('::1', 'ipv6');
PRIVATE_NETWORKS.addSubnet('fc00::', 7, 'ipv6');

function isPublicAddress(address: string): boolean {
  const kind = isIP(address);
  return kind !== 0 && !PRIVATE_NETWORKS.check(address, kind === 6 ? 'ipv6' : 'ipv4');
}

/** `OnrampSessionRequest`: exactly one of both amounts; a buyer in the United States also needs a state. */
export const sessionRequestSchema = z
  .object({
    purchaseCurrency: z.string(),
    destinationNetwork: z.string(),
    destinationAddress: z.string().min(20),
    paymentAmount: z.string().optional(),
    purchaseAmount: z.string().optional(),
    paymentCurrency: z.enum(providerTerms.currencies as [string, ...string[]]),
    paymentMethod: z.enum(METHODS),
    country: z.string().length(2),
    subdivision: z.string().optional(),
    redirectUrl: z.url(),
    clientIp: z.string().refine(isPublicAddress, 'must be a public IP address').optional(),
    partnerUserRef: z.string().min(1).max(49),
  })
  .refine(({ paymentAmount, purchaseAmount }) => (paymentAmount === undefined) !== (purchaseAmount === undefined), {
    message: 'exactly one of paymentAmount and purchaseAmount',
  })
  .refine(({ country, subdivision }) => country !== 'US' || subdivision !== undefined, { message: 'subdivision' })
  .refine(({ purchaseCurrency, destinationNetwork }) => findCoin(purchaseCurrency, destinationNetwork) !== undefined, {
    message: 'purchaseCurrency is not supported',
  });

export type SessionRequest = z.output<typeof sessionRequestSchema>;

export type Session = {
  readonly request: SessionRequest;
  readonly coin: ProviderCoin;
  readonly price: ProviderPrice;
  /** The purchase made in the session, and its id once it exists. */
  buying: Promise<string> | undefined;
  purchaseId: string | undefined;
};

/** Links that open once within five minutes, and the visits that they created. Stored in memory only. */
export type Sessions = {
  /** Stores a session and returns the token of its link. */
  open(session: Pick<Session, 'request' | 'coin' | 'price'>, now: Date): string;
  /** Uses up a token and returns the id of the new visit; undefined for a used, expired or unknown token. */
  redeem(token: string, now: Date): string | undefined;
  visit(id: string): Session | undefined;
};

export function createSessions(): Sessions {
  const waiting = new Map<string, { readonly session: Session; readonly until: number }>();
  const visits = new Map<string, Session>();
  return {
    open(session, now) {
      const token = randomUUID();
      const until = now.getTime() + LIFETIME_MS;
      waiting.set(token, { session: { ...session, buying: undefined, purchaseId: undefined }, until });
      return token;
    },
    redeem(token, now) {
      const found = waiting.get(token);
      waiting.delete(token);
      if (!found || now.getTime() >= found.until) return undefined;
      const id = randomUUID();
      visits.set(id, found.session);
      return id;
    },
    visit: (id) => visits.get(id),
  };
}
