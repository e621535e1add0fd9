import { randomBytes } from 'node:crypto';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { addressOfKey } from '../chains/bitcoinAddress.ts';
import { type Credentials, credentials } from './credentials.ts';

const drawn = () => randomBytes(24).toString('hex');

const drawnKrakenKey = () => ({ apiKey: drawn(), apiSecret: randomBytes(64).toString('base64') });

export type OwnCredentials = Pick<
  Credentials,
  'stripe' | 'sumsub' | 'kraken' | 'krakenWithdrawals' | 'rates' | 'treasury'
>;

/** Draws keys for the stand-ins: a product that does not run as the sandbox's refuses the published ones. */
export function drawCredentials(): OwnCredentials {
  const evmPrivateKey = generatePrivateKey();
  const bitcoinPrivateKey = randomBytes(32).toString('hex');
  return {
    stripe: {
      secretKey: `sk_test_${drawn()}`,
      publishableKey: `pk_test_${drawn()}`,
      webhookSecret: `whsec_${drawn()}`,
    },
    sumsub: { ...credentials.sumsub, appToken: `sbx:${drawn()}`, secretKey: drawn(), webhookSecret: drawn() },
    kraken: drawnKrakenKey(),
    krakenWithdrawals: drawnKrakenKey(),
    rates: { appId: drawn() },
    treasury: {
      evmPrivateKey,
      evmAddress: privateKeyToAccount(evmPrivateKey).address,
      bitcoinPrivateKey,
      bitcoinAddress: addressOfKey(bitcoinPrivateKey),
    },
  };
}
