import { absentSigner } from '../../providers/chain/absentSigner.ts';
import type { SignerOperations } from './serveSigner.ts';

const ABSENT = { kind: 'unavailable', retryAfterMs: 60_000, detail: 'this process has no signer' } as const;
const absent = async () => ABSENT;

/** The operations for a process without a signer: every signature and release is `unavailable`. */
export const unavailableSigner: SignerOperations = {
  signer: absentSigner,
  transfers: { clear: absent, release: absent },
  withdrawals: { withdraw: absent },
};
