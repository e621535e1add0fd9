import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { consoleCall } from '../../api/consoleCall.ts';
import { refetchShownData } from '../../api/queryClient.ts';
import { Button } from '../../parts/Button.tsx';
import { Card } from '../../parts/Card.tsx';
import { downloadFile } from '../../parts/downloadFile.ts';
import { EffectOptions } from '../../parts/fields/EffectOptions.tsx';
import { Note } from '../../parts/Note.tsx';
import { RequestForm } from '../../person/RequestForm.tsx';
import type { Buyer } from './BuyerScreen.tsx';
import { getReasonOptions } from './buyerReasons.ts';
import { findCaseError, isLegalHoldAction, LegalHoldField } from './LegalHoldField.tsx';
import { EMPTY_LEVEL, findLevelError, type LevelDraft, LevelFields } from './LevelFields.tsx';

/** Actions that are shown in red, because they stop or delete something, or lift a hold. */
const DANGEROUS_ACTIONS: ReadonlySet<string> = new Set(['block', 'lift-legal-hold', 'erase', 'end-sessions']);

/** The actions on the account, each with its effect or the reason why it is unavailable; and the export of the data. */
export function BuyerActions({ buyer }: { readonly buyer: Buyer }) {
  const [chosen, setChosen] = useState<string>();
  const [level, setLevel] = useState<LevelDraft>(EMPTY_LEVEL);
  const [legalHoldCase, setLegalHoldCase] = useState('');
  // A started form stays visible, with the reason, if its action becomes unavailable.
  const decision = buyer.decisions.find(({ action }) => action === chosen);
  const setsLevel = decision?.action === 'set-level';
  const namesCase = decision !== undefined && isLegalHoldAction(decision.action);
  const caseError = namesCase ? findCaseError(decision.action, legalHoldCase, buyer.legalHoldCases) : undefined;
  const missing = setsLevel ? findLevelError(level, buyer) : caseError;
  const refused = decision && !decision.allowed ? decision.why : missing;
  const draft: Readonly<Record<string, string>> | undefined = setsLevel
    ? { ...level }
    : namesCase
      ? { case: legalHoldCase.trim() }
      : undefined;
  return (
    <Card title="Actions" flush>
      <div className="buyer-acts">
        <EffectOptions
          label="Actions"
          layout="column"
          value={chosen}
          onChange={setChosen}
          options={buyer.decisions.map(({ action, label, effect, allowed, why }) => ({
            id: action,
            title: label,
            effect,
            ...(!allowed && { refused: why }),
          }))}
        />
      </div>
      {decision && (
        <RequestForm
          request={{
            act: decision.action,
            action: decision.action,
            subject: decision.subject,
            input: draft ?? decision.input,
          }}
          title={decision.label}
          reasons={getReasonOptions(decision.action)}
          needsSecondApproval={decision.needsSecondApproval}
          approvers={decision.approvers}
          version={computeBuyerVersion(buyer)}
          danger={DANGEROUS_ACTIONS.has(decision.action)}
          {...(refused !== undefined && { refused })}
          onRequested={() => {
            setLevel(EMPTY_LEVEL);
            setLegalHoldCase('');
          }}
        >
          {setsLevel && <LevelFields value={level} onChange={setLevel} verified={buyer.verifiedLevel} />}
          {namesCase && (
            <LegalHoldField
              action={decision.action}
              value={legalHoldCase}
              onChange={setLegalHoldCase}
              cases={buyer.legalHoldCases}
            />
          )}
          {decision.action === 'erase' && <Note tone="warn">This cannot be undone.</Note>}
        </RequestForm>
      )}
      <ExportBuyerData buyer={buyer} />
    </Card>
  );
}

function ExportBuyerData({ buyer: { id, export: offered } }: { readonly buyer: Buyer }) {
  const making = useMutation({
    mutationFn: () => consoleCall('exportBuyer', { id }),
    onSuccess: ({ file, json }) => {
      downloadFile(file, json, 'application/json');
      void refetchShownData({ queryKey: ['buyer'] });
    },
  });
  return (
    <div className="buyer-export">
      <Button
        refused={offered.allowed ? undefined : offered.why}
        working={making.isPending}
        onClick={() => making.mutate()}
      >
        Export data
      </Button>
      <p className="second">Everything stored about the buyer, unmasked. The export is logged.</p>
      {making.isError && <Note tone="bad">{making.error.message}</Note>}
      {making.data && (
        <Note tone="good">
          {making.data.file}. SHA-256{' '}
          <span className="mono" translate="no">
            {making.data.hash.slice(0, 12)}…
          </span>
        </Note>
      )}
    </div>
  );
}

/** Returns the version of the data that a decision about the account is based on. */
function computeBuyerVersion({
  blockedAt,
  closedAt,
  level,
  levelUntil,
  documentUntil,
  legalHoldCases,
  waiting,
  orders,
}: Buyer): string {
  const states = orders.map(({ orderNo, status }) => `${orderNo}:${status}`);
  return [
    blockedAt,
    closedAt,
    level,
    levelUntil,
    documentUntil,
    ...legalHoldCases,
    ...waiting.map(({ id }) => id),
    ...states,
  ].join(' ');
}
