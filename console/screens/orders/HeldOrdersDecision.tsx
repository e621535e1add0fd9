import { MAX_BULK_STATEMENTS } from '@slipway/contract/statements/statement.ts';
import { useState } from 'react';
import { Button } from '../../parts/Button.tsx';
import { type Reason, ReasonField } from '../../parts/fields/ReasonField.tsx';
import type { Option } from '../../parts/fields/SelectField.tsx';
import { Note } from '../../parts/Note.tsx';
import { ConfirmDialog } from '../../parts/overlays/ConfirmDialog.tsx';
import { RequestOutcome } from '../../person/RequestOutcome.tsx';
import { type OperatorRequest, useSignedActions } from '../../person/useSignedActions.ts';
import type { ListedOrder } from './useOrderPages.ts';

type HeldOrdersDecisionProps = {
  /** The selected orders that are in the list. */
  readonly orders: readonly ListedOrder[];
  /** Number of selected orders. */
  readonly selectedCount: number;
};

const REASONS: readonly Option[] = [
  'Buyer known',
  'Explained by the buyer',
  'Rule held too many orders',
  'Fraud',
  'Bank recalled the payment',
  'Other',
].map((label) => ({ value: label, label }));

const EMPTY_REASON: Reason = { code: undefined, text: '' };

const DECISIONS = {
  clear: { verb: 'Release', danger: false, effect: 'Each order continues: identity and price are checked again.' },
  refuse: { verb: 'Reject', danger: true, effect: 'Authorizations are voided, and received payments are refunded.' },
} as const;

type Decision = keyof typeof DECISIONS;

/** Releases or rejects several held orders with one signature, and shows the outcome of each. */
export function HeldOrdersDecision({ orders, selectedCount }: HeldOrdersDecisionProps) {
  const signing = useSignedActions();
  const [decision, setDecision] = useState<Decision>();
  const [reason, setReason] = useState(EMPTY_REASON);
  const [faults, setFaults] = useState<{ code?: string; text?: string }>({});
  const [requests, setRequests] = useState<readonly OperatorRequest[]>([]);
  const areAllHeld = orders.length === selectedCount && orders.every(({ status }) => status === 'on_hold');

  async function send() {
    if (!decision) return;
    const found = {
      ...(reason.code === undefined && { code: 'Choose a reason.' }),
      ...(reason.text.trim() === '' && { text: 'Enter a reason. It is recorded in the audit trail.' }),
    };
    setFaults(found);
    if (Object.keys(found).length > 0) return;
    const requested = orders.map(({ orderNo }) => ({ act: decision, action: decision, subject: orderNo }));
    const list = await signing.requestActions(requested, `${reason.code}: ${reason.text.trim()}`);
    if (!list) return;
    setRequests(list);
    setReason(EMPTY_REASON);
    setDecision(undefined);
  }

  return (
    <>
      {(Object.keys(DECISIONS) as Decision[]).map((one) => (
        <Button
          key={one}
          size="small"
          kind={DECISIONS[one].danger ? 'danger' : 'plain'}
          refused={explainUnavailable(selectedCount, areAllHeld)}
          onClick={() => setDecision(one)}
        >
          {`${DECISIONS[one].verb} ${selectedCount} ${selectedCount === 1 ? 'order' : 'orders'}`}
        </Button>
      ))}
      {decision && (
        <ConfirmDialog
          open
          onClose={() => setDecision(undefined)}
          question={`${DECISIONS[decision].verb} ${selectedCount} orders?`}
          description={
            <>
              {DECISIONS[decision].effect} You sign once for all of them; a worker processes each separately.
              <ReasonField codes={REASONS} value={reason} onChange={setReason} errors={faults} />
            </>
          }
          warning="The amounts are added up: if the total is above the limit for one person, each order waits for a second approval."
          act={`${DECISIONS[decision].verb} ${selectedCount} orders`}
          onAct={() => void send()}
          danger={DECISIONS[decision].danger}
          working={signing.working}
          error={signing.error}
        />
      )}
      {requests.length > 0 && (
        <ul className="orders-outcomes" aria-label="Outcomes">
          {requests.map((request) => (
            <li key={request.id}>
              <span className="mono" translate="no">
                {request.subject}
              </span>
              <RequestOutcome request={request} />
            </li>
          ))}
        </ul>
      )}
      {!areAllHeld && selectedCount > 1 && (
        <Note>Orders can be released or rejected together only if all of them are on hold.</Note>
      )}
    </>
  );
}

function explainUnavailable(selectedCount: number, areAllHeld: boolean): string | undefined {
  if (selectedCount < 2) return 'Select several orders, or open this one';
  if (selectedCount > MAX_BULK_STATEMENTS) return `Select at most ${MAX_BULK_STATEMENTS} orders`;
  return areAllHeld ? undefined : 'Not all of them are on hold';
}
