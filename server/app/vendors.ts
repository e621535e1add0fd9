import type { BankFiles } from '../providers/bank/bankPort.ts';
import { folderVendor } from '../providers/bank/folder/manifest.ts';
import { stripeVendor } from '../providers/card/stripe/manifest.ts';
import { bitcoinVendor } from '../providers/chain/bitcoin/manifest.ts';
import { evmVendor } from '../providers/chain/evm/manifest.ts';
import { sumsubVendor } from '../providers/identity/sumsub/manifest.ts';
import { smtpVendor } from '../providers/mail/smtp/manifest.ts';
import { coinbaseOnrampVendor } from '../providers/offers/coinbaseOnramp/manifest.ts';
import { moonpayVendor } from '../providers/offers/moonpay/manifest.ts';
import { rampVendor } from '../providers/offers/ramp/manifest.ts';
import { transakVendor } from '../providers/offers/transak/manifest.ts';
import { ecbVendor } from '../providers/rates/ecb/manifest.ts';
import { openExchangeRatesVendor } from '../providers/rates/openExchangeRates/manifest.ts';
import { sanctionsFileVendor } from '../providers/sanctions/file/manifest.ts';
import { ofacVendor } from '../providers/sanctions/ofac/manifest.ts';
import type { ChainVendor, Vendor } from '../providers/vendor.ts';
import { krakenVendor, priceVendors } from '../providers/venue/ccxt/manifest.ts';

/** Every vendor with an adapter, listed only here. A manifest loads its adapter when the vendor is enabled. */
export const vendors: readonly Vendor[] = [
  stripeVendor,
  folderVendor,
  sumsubVendor,
  krakenVendor,
  ...priceVendors,
  ecbVendor,
  openExchangeRatesVendor,
  ofacVendor,
  sanctionsFileVendor,
  smtpVendor,
  moonpayVendor,
  coinbaseOnrampVendor,
  rampVendor,
  transakVendor,
];

/** Vendors of an api process. Only a worker has the credentials of the others: it buys, and sends email. */
export const apiVendors = vendors.filter(({ family }) => family !== 'venue' && family !== 'mail');

/** Every kind of network; the networks themselves are configuration. */
export const chainVendors: readonly ChainVendor[] = [bitcoinVendor, evmVendor];

export { canSendFrom } from '../providers/bank/iso20022/debtorAccount.ts';

/** Opens the adapter that reads and writes bank files: their format is the same at every bank, without configuration. */
export async function openBankFiles(): Promise<BankFiles> {
  return (await import('../providers/bank/iso20022/iso20022.ts')).createIso20022Files();
}
