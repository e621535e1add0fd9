import { randomBytes } from 'node:crypto';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { addressOfKey } from '../../sandbox/chains/bitcoinAddress.ts';
import { type Credentials, credentials } from '../../sandbox/world/credentials.ts';

const drawn = () => randomBytes(24).toString('hex');

const drawnKrakenKey = () => ({ apiKey: drawn(), apiSecret: randomBytes(64).toString('base64') });

/** Of the stand-ins that compose.yaml has a vendor for: a product that is none of the sandbox's takes no published ones. */
export function drawCredentials(): Pick<
  Credentials,
  'stripe' | 'sumsub' | 'kraken' | 'krakenWithdrawals' | 'treasury'
> {
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
    treasury: {
      evmPrivateKey,
      evmAddress: privateKeyToAccount(evmPrivateKey).address,
      bitcoinPrivateKey,
      bitcoinAddress: addressOfKey(bitcoinPrivateKey),
    },
  };
}
