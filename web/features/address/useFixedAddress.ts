import { useEffect, useState } from 'react';
import { useLocation } from 'wouter';
import { currentDraft } from '../draft/draft.ts';
import { isOtherProvider } from '../partner/partnerRules.ts';
import { placeProviderOrder } from '../provider/placeProviderOrder.ts';
import { walletFault } from './walletFault.ts';

/**
 * An address that came with a signed link is checked and passed on: another provider's order is made at once, the
 * operator's own is confirmed first. True while that is under way.
 */
export function useFixedAddress(run: (entered: string) => Promise<{ state: string } | null>): boolean {
  const [, navigate] = useLocation();
  const [passing, setPassing] = useState(
    () => currentDraft().addressFixed && walletFault(currentDraft(), currentDraft()) === null,
  );
  useEffect(() => {
    if (!passing) return;
    const pass = async () => {
      const check = await run(currentDraft().address);
      if (check?.state === 'good') navigate(await afterFixedAddress(), { replace: true });
      else if (check) setPassing(false);
    };
    void pass();
  }, [passing, run, navigate]);
  return passing;
}

/** An order that another provider refuses is no dead end: the address is confirmed like any other. */
async function afterFixedAddress(): Promise<string> {
  const draft = currentDraft();
  if (!isOtherProvider(draft.offerType)) return '/confirm-address';
  return placeProviderOrder(draft).catch(() => '/confirm-address');
}
