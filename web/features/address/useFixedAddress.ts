import { useEffect, useState } from 'react';
import { useLocation } from 'wouter';
import { type Draft, getDraft } from '../draft/draft.ts';
import { endChangedPurchase } from '../partner/endChangedPurchase.ts';
import { isOtherProvider } from '../partner/partnerRules.ts';
import { placeProviderOrder } from '../provider/placeProviderOrder.ts';
import type { AddressCheck } from './addressCheck.ts';
import { findWalletFault } from './findWalletFault.ts';
import type { AddressCheckControl } from './useAddressCheck.ts';

/**
 * Checks an address that a partner has fixed, unless the wallet's type must be asked first, and continues. The order of
 * another provider is created at once; for the operator's own offer the buyer first confirms the address. If the check
 * refuses the address, the partner's purchase ends. Returns true while in progress.
 */
export function useFixedAddress({ check: lastCheck, run }: Pick<AddressCheckControl, 'check' | 'run'>): boolean {
  const [, navigate] = useLocation();
  const [inProgress, setInProgress] = useState(
    () => getDraft().addressFixed && findWalletFault(getDraft(), getDraft()) === null,
  );
  useEffect(() => {
    if (!inProgress) return;
    const checkAndContinue = async () => {
      const check = await run(getDraft().address);
      if (check?.state === 'good') navigate(await continueFixedAddress(), { replace: true });
      else if (check) setInProgress(false);
    };
    void checkAndContinue();
  }, [inProgress, run, navigate]);
  useEffect(() => {
    if (isUnfitFixedAddress(getDraft(), lastCheck)) navigate(endChangedPurchase(), { replace: true });
  }, [lastCheck, navigate]);
  return inProgress;
}

/**
 * Returns true if the crypto does not fit the address that a partner has fixed: the buyer chose another crypto, by the URL or
 * on Edit, and cannot change the address.
 */
export function isUnfitFixedAddress(draft: Pick<Draft, 'addressFixed'>, check: AddressCheck | null): boolean {
  return draft.addressFixed && check?.state === 'bad';
}

/** Creates the order of another provider and returns its next page; Confirm Address for the own offer, or if that fails. */
async function continueFixedAddress(): Promise<string> {
  const draft = getDraft();
  if (!isOtherProvider(draft.offerType)) return '/confirm-address';
  return placeProviderOrder(draft).catch(() => '/confirm-address');
}
