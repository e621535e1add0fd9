import { getDetailsDraft } from '../details/detailsDraft.ts';
import { readBillingDraft } from '../payment/card/billingForm.ts';

const CHECK_INTERVAL_MS = 60_000;

/** Deletes the unsent personal details and billing address once they have expired, also while their forms are closed. */
export function watchPersonalDrafts(): void {
  deleteExpiredDrafts();
  setInterval(deleteExpiredDrafts, CHECK_INTERVAL_MS);
}

/** Reading a draft deletes it if it has expired. */
function deleteExpiredDrafts(): void {
  getDetailsDraft();
  readBillingDraft();
}
