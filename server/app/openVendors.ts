import { absentAcquirer } from '../providers/card/absentAcquirer.ts';
import type { Chain } from '../providers/chain/chainPort.ts';
import { absentVerifier } from '../providers/identity/absentVerifier.ts';
import { absentMail } from '../providers/mail/absentMail.ts';
import type { ConfiguredVendor, Families, Family } from '../providers/vendor.ts';
import { absentVenue } from '../providers/venue/absentVenue.ts';
import type { WebhookVerifier } from '../providers/webhook.ts';
import { absentDesk } from '../signer/absentDesk.ts';
import { createRemoteSigner } from '../signer/remoteSigner.ts';
import type { MarketProviders, Providers } from './context.ts';
import type { Guard } from './guard/guard.ts';
import { guardChain, guardSigner } from './guard/guardChain.ts';
import type { Survey } from './surveyVendors.ts';
import { openBankFiles } from './vendors.ts';

/** The adapters that every process stands on. What is off is absent, not missing. */
export async function openVendors(
  { on }: Pick<Survey, 'on'>,
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
  const desk = signerSocket === undefined ? absentDesk : createRemoteSigner(signerSocket);
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
    signer: guardSigner(desk.signer, mayPayOut(chains, guard)),
    transferRelease: desk.transfers,
    withdrawalRelease: desk.withdrawals,
    families: new Map(on.map(({ id, family }) => [id, family])),
    webhooks: Object.fromEntries(
      [card, identity, ...offers].flatMap((opened): [string, WebhookVerifier][] =>
        opened ? [[opened.id, opened.adapter.verifyWebhook]] : [],
      ),
    ),
  };
}

/** Whom the signer asks: who holds the buyers' money, whose lists have to be there, and where it hands in files for the bank. */
export async function openSignerVendors({
  on,
}: Pick<Survey, 'on'>): Promise<Pick<Providers, 'card' | 'sanctions' | 'bankExchange'>> {
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

/** Exchanges and rates: their client libraries are heavy, and a worker alone loads them. */
export async function openMarketVendors({ on }: Pick<Survey, 'on'>): Promise<MarketProviders> {
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

/** By CAIP-2 id: the guard knows networks by the ids of their rows. */
function mayPayOut(chains: readonly { readonly id: string; readonly adapter: Chain }[], guard: Guard) {
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
