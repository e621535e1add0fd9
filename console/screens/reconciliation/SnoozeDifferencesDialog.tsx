import { MAX_BULK_STATEMENTS } from '@slipway/contract/statements/statement.ts';
import { useState } from 'react';
import { Button } from '../../parts/Button.tsx';
import { CheckList, toggleItem } from '../../parts/fields/CheckList.tsx';
import { SelectField } from '../../parts/fields/SelectField.tsx';
import { TextField } from '../../parts/fields/TextField.tsx';
import { Note } from '../../parts/Note.tsx';
import { ConfirmDialog } from '../../parts/overlays/ConfirmDialog.tsx';
import { formatAmountWithCode } from '../../parts/values/formatGroupedDecimal.ts';
import { useSignedActions } from '../../person/useSignedActions.ts';
import { findCommonSnoozes, listSnoozable } from './differenceAction.ts';
import type { ReconciliationData } from './ReconciliationScreen.tsx';

/**
 * Snoozes several differences with one signature: the first ones, at most MAX_BULK_STATEMENTS, that this person may snooze,
 * except the deselected ones.
 */
export function SnoozeDifferencesDialog({ differences }: Pick<ReconciliationData, 'differences'>) {
  const signing = useSignedActions();
  const [open, setOpen] = useState(false);
  const [deselected, setDeselected] = useState<ReadonlySet<number>>(new Set());
  const [until, setUntil] = useState<string>();
  const [reason, setReason] = useState('');
  const [faults, setFaults] = useState<{ until?: string; reason?: string }>({});
  const [done, setDone] = useState<number>();
  const snoozable = listSnoozable(differences).slice(0, MAX_BULK_STATEMENTS);
  const chosen = snoozable.filter(({ difference: { id } }) => !deselected.has(id));
  const times = findCommonSnoozes(chosen);
  const time = times.find(({ key }) => key === until);

  async function send() {
    const found = {
      ...(!time && { until: 'Select a time.' }),
      ...(reason.trim() === '' && { reason: 'Enter a reason. It is recorded in the audit trail.' }),
    };
    setFaults(found);
    if (!time || reason.trim() === '' || chosen.length < 2) return;
    const list = await signing.requestActions(time.requests, reason.trim());
    if (!list) return;
    setOpen(false);
    setReason('');
    setDone(list.length);
  }

  return (
    <>
      {done !== undefined && (
        <output>
          <Note>{`${done} differences are being snoozed. Payouts that they halt remain halted.`}</Note>
        </output>
      )}
      {snoozable.length > 1 && (
        <div>
          <Button onClick={() => setOpen(true)}>{`Snooze ${snoozable.length} differences…`}</Button>
        </div>
      )}
      <ConfirmDialog
        open={open}
        onClose={() => setOpen(false)}
        question={`Snooze ${chosen.length} differences?`}
        description={
          <>
            You sign once for all of them. Deselect those that should keep sending alerts.
            <CheckList
              items={snoozable.map(({ difference: { id, unit, placeName, difference } }) => ({
                id,
                label: `${unit} at ${placeName}`,
                detail: formatAmountWithCode(difference, unit),
              }))}
              deselected={deselected}
              onToggle={(id) => setDeselected(toggleItem(deselected, id))}
            />
            <SelectField
              label="Snooze until"
              options={times.map(({ key, label }) => ({ value: key, label }))}
              value={until}
              onChange={setUntil}
              error={faults.until}
            />
            <TextField
              label="Reason, recorded in the audit trail"
              value={reason}
              onChange={setReason}
              error={faults.reason}
              lines
            />
          </>
        }
        warning="No alerts until then, unless a difference gets worse. The differences stay open, and payouts that they halt remain halted."
        act={`Snooze ${chosen.length}`}
        onAct={() => void send()}
        working={signing.working}
        error={chosen.length > 1 ? signing.error : 'Select at least two, or snooze the difference on its own.'}
      />
    </>
  );
}
