import type { CallData } from '@slipway/contract/calls.ts';
import type { Identification } from './identificationQueries.ts';

export type DetailsOutcome = CallData<'userStatus'>['isKyc'];

export type KycVerdict =
  | 'approved'
  | 'review'
  | 'details_refused'
  | 'identity_refused'
  /** Nothing was submitted yet. */
  | 'details_missing'
  | 'identity_missing';

/** Returns the verdict from the server's data, ignoring the URL: personal details first, then the document. */
export function determineKycVerdict(details: DetailsOutcome, identification: Identification): KycVerdict {
  if (details === '2') return 'details_refused';
  if (details === '3') return 'review';
  if (details === '0') return 'details_missing';
  switch (identification) {
    case '0':
      return 'identity_missing';
    case '1':
      return 'approved';
    case '2':
      return 'identity_refused';
    case '3':
      return 'review';
  }
}
