import { useEffect, useState } from 'react';
import { useLocation } from 'wouter';
import { currentDraft } from '../draft/draft.ts';
import { isOtherProvider } from '../partner/partnerRules.ts';
import { placeProviderOrder } from '../provider/placeProviderOrder.ts';
import { findWalletFault } from './findWalletFault.ts';

/**
 * Checks an address from a signed link and continues: another provider's order is created at once, the operator's own
 * needs confirmation first. Returns true while in progress.
 */
export function useFixedAddress(run: (entered: string) => Promise<{ state: string } | null>): boolean {
  const [, navigate] = useLocation();
  const [passing, setPassing] = useState(
    () => currentDraft().addressFixed && findWalletFault(currentDraft(), currentDraft()) === null,
  );
  useEffect(() => {
    if (!passing) return;
    const pass = async () => {
      const check = await run(currentDraft().address);
      if (check?.state === 'good') navigate(await continueFixedAddress(), { replace: true });
      else if (check) setPassing(false);
    };
    void pass();
  }, [passing, run, navigate]);
  return passing;
}

/** If another provider refuses the order, the address is confirmed like any other. */
async function continueFixedAddress(): Promise<string> {
  const draft = currentDraft();
  if (!isOtherProvider(draft.offerType)) return '/confirm-address';
  return placeProviderOrder(draft).catch(() => '/confirm-address');
}
