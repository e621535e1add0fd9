import { randomBytes } from 'node:crypto';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { deriveAddress } from '../chains/bitcoin/bitcoinAddress.ts';
import { type Credentials, credentials } from './credentials.ts';

const generateSecret = () => randomBytes(24).toString('hex');

const generateKrakenKey = () => ({ apiKey: generateSecret(), apiSecret: randomBytes(64).toString('base64') });

export type GeneratedCredentials = Pick<
  Credentials,
  'stripe' | 'sumsub' | 'kraken' | 'krakenWithdrawals' | 'rates' | 'treasury'
>;

/** Generates keys for the stand-ins. An installation refuses the sandbox's published keys unless it runs in sandbox mode. */
export function generateCredentials(): GeneratedCredentials {
  const evmPrivateKey = generatePrivateKey();
  const bitcoinPrivateKey = randomBytes(32).toString('hex');
  return {
    stripe: {
      secretKey: `sk_test_${generateSecret()}`,
      publishableKey: `pk_test_${generateSecret()}`,
      webhookSecret: `whsec_${generateSecret()}`,
    },
    sumsub: {
      ...credentials.sumsub,
      appToken: `sbx:${generateSecret()}`,
      secretKey: generateSecret(),
      webhookSecret: generateSecret(),
    },
    kraken: generateKrakenKey(),
    krakenWithdrawals: generateKrakenKey(),
    rates: { appId: generateSecret() },
    treasury: {
      evmPrivateKey,
      evmAddress: privateKeyToAccount(evmPrivateKey).address,
      bitcoinPrivateKey,
      bitcoinAddress: deriveAddress(bitcoinPrivateKey),
    },
  };
}
