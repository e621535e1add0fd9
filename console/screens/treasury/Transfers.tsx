import { MoveCard } from './MoveCard.tsx';
import { RequestsCard } from './RequestsCard.tsx';
import { TargetsCard } from './TargetsCard.tsx';
import { TransferCard } from './TransferCard.tsx';
import { TransfersCard } from './TransfersCard.tsx';
import type { TreasuryData } from './TreasuryScreen.tsx';

type TransfersProps = {
  readonly page: TreasuryData;
  /** A transfer's number, or the open form. */
  readonly id: string | undefined;
};

/** Transfers of the operator's money with their steps, and the request forms. */
export function Transfers({ page, id }: TransfersProps) {
  if (id !== undefined && /^[1-9]\d{0,14}$/.test(id)) return <TransferCard id={Number(id)} />;
  return (
    <div className="treasury-columns">
      <div className="treasury-stack">
        <MoveCard kind={id} />
        <TransfersCard transfers={page.transfers} />
      </div>
      <div className="treasury-stack">
        <RequestsCard requests={page.requests} />
        <TargetsCard />
      </div>
    </div>
  );
}
