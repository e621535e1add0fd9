import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../api/call.ts';
import { currentDraft } from '../draft/draft.ts';
import {
  type Billing,
  type BillingField,
  billingDraft,
  emptyBilling,
  keepBillingDraft,
  missingFields,
  suggestedBilling,
  tidyBilling,
} from './billingForm.ts';

export type BillingForm = {
  readonly billing: Billing;
  readonly missing: ReadonlySet<BillingField>;
  readonly change: (field: BillingField, value: string) => void;
  /** Shows what is missing from now on; the checked address, or null when something is missing. */
  readonly check: () => Billing | null;
};

/** The billing address: what was typed before, else the one used last, else name, country and city of the buyer's details, else the country that the buyer has chosen. */
export function useBilling(): BillingForm {
  const [typed, setTyped] = useState(() => billingDraft());
  const [suggested] = useState(() => suggestedBilling());
  const [checked, setChecked] = useState(false);
  const last = useQuery({
    queryKey: ['getBillingAddress'],
    queryFn: ({ signal }) => call('getBillingAddress', {}, { signal }),
    enabled: typed === null,
    staleTime: Number.POSITIVE_INFINITY,
  }).data;
  const billing = typed ?? last ?? suggested ?? { ...emptyBilling, country: currentDraft().country };
  return {
    billing,
    missing: checked ? missingFields(billing) : new Set(),
    change: (field, value) => {
      const next = { ...billing, [field]: value };
      setTyped(next);
      keepBillingDraft(next);
    },
    check: () => {
      setChecked(true);
      return missingFields(billing).size === 0 ? tidyBilling(billing) : null;
    },
  };
}
