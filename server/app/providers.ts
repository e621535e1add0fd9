import type { Environment } from '../platform/config/environment.ts';
import { createStripeAcquirer } from '../providers/card/stripe/stripe.ts';
import { stripeConfigSchema } from '../providers/card/stripe/manifest.ts';
import { createBitcoinChain } from '../providers/chain/bitcoin/bitcoin.ts';
import type { Chain } from '../providers/chain/chainPort.ts';
import { createEvmChain } from '../providers/chain/evm/evm.ts';
import { sumsubManifest } from '../providers/identity/sumsub/manifest.ts';
import { createSumsubVerifier } from '../providers/identity/sumsub/sumsub.ts';
import { smtpManifest } from '../providers/mail/smtp/manifest.ts';
import { createSmtpSender } from '../providers/mail/smtp/smtp.ts';
import { type Catalog, nativeAsset } from '../purchase/catalog/catalog.ts';
import type { MarketProviders, Providers } from './context.ts';

/** The vendors, named here and nowhere else. */
export function createProviders(environment: Environment, catalog: Catalog, now: () => Date): Providers {
  return {
    card: createStripeAcquirer(
      stripeConfigSchema.parse({
        secretKey: environment.STRIPE_SECRET_KEY,
        publishableKey: environment.STRIPE_PUBLISHABLE_KEY,
        webhookSecret: environment.STRIPE_WEBHOOK_SECRET,
        apiUrl: environment.STRIPE_API_URL,
        scriptUrl: environment.STRIPE_SCRIPT_URL,
      }),
      now,
    ),
    identity: createSumsubVerifier(
      sumsubManifest.config.parse({
        appToken: environment.SUMSUB_APP_TOKEN,
        secretKey: environment.SUMSUB_SECRET_KEY,
        webhookSecret: environment.SUMSUB_WEBHOOK_SECRET,
        levelName: environment.SUMSUB_LEVEL,
        apiUrl: environment.SUMSUB_API_URL,
      }),
      now,
    ),
    mail: createSmtpSender(smtpManifest.config.parse({ url: environment.SMTP_URL, from: environment.MAIL_FROM })),
    chains: new Map(chains(environment, catalog).map((chain) => [chain.network, chain])),
  };
}
