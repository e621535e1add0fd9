import type { AccountState, ChargeRecord, DisputeRecord } from '../accountState.ts';

export function listDisputes(state: AccountState, { id }: ChargeRecord): DisputeRecord[] {
  return Object.values(state.disputes).filter(({ charge }) => charge === id);
}

/** Returns true if a charge was charged back and can no longer be refunded; a charge with an inquiry still can. */
export function isChargedBack(state: AccountState, charge: ChargeRecord): boolean {
  return listDisputes(state, charge).some((dispute) => !dispute.is_charge_refundable);
}
