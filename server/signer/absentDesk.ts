import { absentSigner } from '../providers/chain/absentSigner.ts';
import type { SignerDesk } from './serveSigner.ts';

const ABSENT = { kind: 'unavailable', retryAfterMs: 60_000, detail: 'this process has no signer' } as const;
const absent = async () => ABSENT;

/** Of a process that lets nothing leave. */
export const absentDesk: SignerDesk = {
  signer: absentSigner,
  transfers: { clear: absent, release: absent },
  withdrawals: { withdraw: absent },
};
