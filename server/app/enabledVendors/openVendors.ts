import { absentAcquirer } from '../../providers/card/absentAcquirer.ts';
import type { Chain } from '../../providers/chain/chainPort.ts';
import { absentVerifier } from '../../providers/identity/absentVerifier.ts';
import { absentMail } from '../../providers/mail/absentMail.ts';
import type { ConfiguredVendor, Families, Family } from '../../providers/vendor.ts';
import { absentVenue } from '../../providers/venue/absentVenue.ts';
import type { WebhookVerifier } from '../../providers/webhook.ts';
import { createRemoteSigner } from '../../signer/socket/remoteSigner.ts';
import { unavailableSigner } from '../../signer/socket/unavailableSigner.ts';
import type { MarketProviders, Providers } from '../context.ts';
import type { Guard } from '../guard/guard.ts';
import { guardChain, guardSigner } from '../guard/guardChain.ts';
import { openBankFiles } from '../vendors.ts';
import type { VendorConfiguration } from './configureVendors.ts';

/**
 * Opens the adapters of an api or worker; the guard controls their payouts. In place of a disabled acquirer, verifier or mail
 * sender, the result has an absent adapter.
 */
export async function openVendors(
  { on }: Pick<VendorConfiguration, 'on'>,
  guard: Guard,
  {
    sanctionsRefreshMs,
    signerSocket,
  }: { readonly sanctionsRefreshMs: number; readonly signerSocket: string | undefined },
): Promise<Providers> {
  const [[card], [identity], [mail], [bankExchange], sanctions, chains, offers, bankFiles] = await Promise.all([
    openFamily(on, 'card'),
    openFamily(on, 'identity'),
    openFamily(on, 'mail'),
    openFamily(on, 'bank'),
    openFamily(on, 'sanctions'),
    openFamily(on, 'chain'),
    openFamily(on, 'offers'),
    openBankFiles(),
  ]);
  const remoteSigner = signerSocket === undefined ? unavailableSigner : createRemoteSigner(signerSocket);
  return {
    card: card?.adapter ?? absentAcquirer,
    identity: identity?.adapter ?? absentVerifier,
    mail: mail?.adapter ?? absentMail,
    bankFiles,
    bankExchange: bankExchange?.adapter,
    sanctions: sanctions.map(({ adapter }) => adapter),
    sanctionsRefreshMs,
    offerProviders: new Map(offers.map(({ id, adapter }) => [id, adapter])),
    chains: new Map(chains.map(({ adapter, id }) => [adapter.network, guardChain(adapter, () => guard.mayPayOut(id))])),
    signer: guardSigner(remoteSigner.signer, createPayoutCheck(chains, guard)),
    transferRelease: remoteSigner.transfers,
    withdrawalRelease: remoteSigner.withdrawals,
    families: new Map(on.map(({ id, family }) => [id, family])),
    webhooks: Object.fromEntries(
      [card, identity, ...offers].flatMap((opened): [string, WebhookVerifier][] =>
        opened ? [[opened.id, opened.adapter.verifyWebhook]] : [],
      ),
    ),
  };
}

/** Opens the vendors that the signer queries: the acquirer, the sanctions lists, and the exchange with the bank. */
export async function openSignerVendors({
  on,
}: Pick<VendorConfiguration, 'on'>): Promise<Pick<Providers, 'card' | 'sanctions' | 'bankExchange'>> {
  const [[card], [bank], sanctions] = await Promise.all([
    openFamily(on, 'card'),
    openFamily(on, 'bank'),
    openFamily(on, 'sanctions'),
  ]);
  return {
    card: card?.adapter ?? absentAcquirer,
    bankExchange: bank?.adapter,
    sanctions: sanctions.map(({ adapter }) => adapter),
  };
}

/** Opens the exchange, price sources and exchange rates, whose heavy client libraries only workers and the signer load. */
export async function openMarketVendors({ on }: Pick<VendorConfiguration, 'on'>): Promise<MarketProviders> {
  const [[venue], prices, rates] = await Promise.all([
    openFamily(on, 'venue'),
    openFamily(on, 'prices'),
    openFamily(on, 'rates'),
  ]);
  return {
    venue: venue?.adapter ?? absentVenue,
    priceSources: prices.map(({ adapter }) => adapter),
    ratesSources: rates.map(({ adapter }) => adapter),
  };
}

/** Returns the guard's check of payouts by CAIP-2 id: the guard knows networks by their row ids. */
function createPayoutCheck(chains: readonly { readonly id: string; readonly adapter: Chain }[], guard: Guard) {
  const ids = new Map(chains.map(({ id, adapter }) => [adapter.network, id]));
  return (network: string) => guard.mayPayOut(ids.get(network) ?? network);
}

async function openFamily<Name extends Family>(
  on: readonly ConfiguredVendor[],
  family: Name,
): Promise<readonly { readonly id: string; readonly adapter: Families[Name] }[]> {
  const vendors = on.filter((vendor): vendor is ConfiguredVendor<Name> => vendor.family === family);
  return Promise.all(vendors.map(async (vendor) => ({ id: vendor.id, adapter: await vendor.create() })));
}
