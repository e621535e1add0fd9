import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../../api/call.ts';
import { getDraft } from '../../draft/draft.ts';
import {
  type Billing,
  type BillingField,
  emptyBilling,
  findMissingFields,
  readBillingDraft,
  readSuggestedBilling,
  storeBillingDraft,
  tidyBilling,
} from './billingForm.ts';

export type BillingForm = {
  readonly billing: Billing;
  readonly missing: ReadonlySet<BillingField>;
  readonly change: (field: BillingField, value: string) => void;
  /** Validates the form and shows missing fields from now on. Returns the normalized address, or null if a field is missing. */
  readonly check: () => Billing | null;
};

/**
 * Provides the billing address. Initial value, in this order: the typed draft, the last used address, name, country and
 * city from the buyer's details, the chosen country.
 */
export function useBilling(): BillingForm {
  const [typed, setTyped] = useState(() => readBillingDraft());
  const [suggested] = useState(() => readSuggestedBilling());
  const [checked, setChecked] = useState(false);
  const last = useQuery({
    queryKey: ['getBillingAddress'],
    queryFn: ({ signal }) => call('getBillingAddress', {}, { signal }),
    enabled: typed === null,
    staleTime: Number.POSITIVE_INFINITY,
  }).data;
  const billing = typed ?? last ?? suggested ?? { ...emptyBilling, country: getDraft().country };
  return {
    billing,
    missing: checked ? findMissingFields(billing) : new Set(),
    change: (field, value) => {
      const next = { ...billing, [field]: value };
      setTyped(next);
      storeBillingDraft(next);
    },
    check: () => {
      setChecked(true);
      return findMissingFields(billing).size === 0 ? tidyBilling(billing) : null;
    },
  };
}
