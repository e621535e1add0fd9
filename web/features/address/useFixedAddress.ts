import { useEffect, useState } from 'react';
import { useLocation } from 'wouter';
import { getDraft } from '../draft/draft.ts';
import { isOtherProvider } from '../partner/partnerRules.ts';
import { placeProviderOrder } from '../provider/placeProviderOrder.ts';
import { findWalletFault } from './findWalletFault.ts';

/**
 * Checks an address that a partner has fixed, and continues. The order of another provider is created at once; for the
 * operator's own offer the buyer first confirms the address. Returns true while in progress.
 */
export function useFixedAddress(run: (entered: string) => Promise<{ state: string } | null>): boolean {
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
  return inProgress;
}

/** If another provider refuses the order, the address is confirmed like any other. */
async function continueFixedAddress(): Promise<string> {
  const draft = getDraft();
  if (!isOtherProvider(draft.offerType)) return '/confirm-address';
  return placeProviderOrder(draft).catch(() => '/confirm-address');
}
