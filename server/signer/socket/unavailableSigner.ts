import { absentSigner } from '../../providers/chain/absentSigner.ts';
import type { SignerOperations } from './serveSigner.ts';

const ABSENT = { kind: 'unavailable', retryAfterMs: 60_000, detail: 'this process has no signer' } as const;
const absent = async () => ABSENT;

/** A desk for a process without a signer: it refuses every signature and release as `unavailable`. */
export const unavailableSigner: SignerOperations = {
  signer: absentSigner,
  transfers: { clear: absent, release: absent },
  withdrawals: { withdraw: absent },
};
