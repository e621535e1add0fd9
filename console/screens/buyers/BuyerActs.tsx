import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { consoleCall } from '../../api/consoleCall.ts';
import { askAgain } from '../../api/queryClient.ts';
import { Button } from '../../parts/Button.tsx';
import { Card } from '../../parts/Card.tsx';
import { Note } from '../../parts/Note.tsx';
import { Ways } from '../../parts/Ways.tsx';
import { AskForm } from '../../person/AskForm.tsx';
import { saveFile } from '../reports/saveFile.ts';
import type { Buyer } from './BuyerScreen.tsx';
import { againstLevel, LevelFields, NO_LEVEL, type WantedLevel } from './LevelFields.tsx';
import { reasonsFor } from './reasons.ts';

/** Red where it stops or destroys. */
const DANGERS: ReadonlySet<string> = new Set(['block', 'erase', 'end-sessions']);

/** What may be done about the account now, and why not the rest: as the server offers it. */
export function BuyerActs({ buyer }: { readonly buyer: Buyer }) {
  const [chosen, setChosen] = useState<string>();
  const [level, setLevel] = useState<WantedLevel>(NO_LEVEL);
  // What is half written stays in sight when its act is refused meanwhile, with the reason.
  const decision = buyer.decisions.find(({ action }) => action === chosen);
  const setsLevel = decision?.action === 'set-level';
  const refused = decision && !decision.allowed ? decision.why : setsLevel ? againstLevel(level, buyer) : undefined;
  return (
    <Card title="Acts" flush>
      <div className="buyer-acts">
        <Ways
          label="Acts"
          layout="column"
          value={chosen}
          onChange={setChosen}
          ways={buyer.decisions.map(({ action, label, effect, allowed, why }) => ({
            id: action,
            title: label,
            effect,
            ...(!allowed && { refused: why }),
          }))}
        />
      </div>
      {decision && (
        <AskForm
          wish={{
            act: decision.action,
            action: decision.action,
            subject: decision.subject,
            input: setsLevel ? { ...level } : decision.input,
          }}
          title={decision.label}
          reasons={reasonsFor(decision.action)}
          takesTwo={decision.takesTwo}
          approvers={decision.approvers}
          version={versionOf(buyer)}
          danger={DANGERS.has(decision.action)}
          {...(refused !== undefined && { refused })}
          onAsked={() => setLevel(NO_LEVEL)}
        >
          {setsLevel && <LevelFields value={level} onChange={setLevel} verified={buyer.verifiedLevel} />}
          {decision.action === 'erase' && <Note tone="warn">It cannot be undone.</Note>}
        </AskForm>
      )}
      <ExportData buyer={buyer} />
    </Card>
  );
}

function ExportData({ buyer: { id, export: offered } }: { readonly buyer: Buyer }) {
  const making = useMutation({
    mutationFn: () => consoleCall('exportBuyer', { id }),
    onSuccess: ({ file, json }) => {
      saveFile(file, json, 'application/json');
      void askAgain({ queryKey: ['buyer'] });
    },
  });
  return (
    <div className="buyer-export">
      <Button
        refused={offered.allowed ? undefined : offered.why}
        working={making.isPending}
        onClick={() => making.mutate()}
      >
        Export the data
      </Button>
      <p className="second">All that is kept of the buyer, unmasked. It is noted that you have it.</p>
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

/** What a decision about the account rests on. */
function versionOf({ blockedAt, closedAt, level, levelUntil, documentUntil, waiting, orders }: Buyer): string {
  const stands = orders.map(({ orderNo, status }) => `${orderNo}:${status}`);
  return [blockedAt, closedAt, level, levelUntil, documentUntil, ...waiting.map(({ id }) => id), ...stands].join(' ');
}
