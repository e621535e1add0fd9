import type { AccountState, ChargeRecord, DisputeRecord } from './account.ts';

export function disputesOf(state: AccountState, { id }: ChargeRecord): DisputeRecord[] {
  return Object.values(state.disputes).filter(({ charge }) => charge === id);
}

/** A charge that was charged back is not refunded any more; one that is only asked about may be. */
export function isChargedBack(state: AccountState, charge: ChargeRecord): boolean {
  return disputesOf(state, charge).some((dispute) => !dispute.is_charge_refundable);
}
