import { MoveCard } from './MoveCard.tsx';
import { RequestsCard } from './RequestsCard.tsx';
import { TargetsCard } from './TargetsCard.tsx';
import { TransferCard } from './TransferCard.tsx';
import { TransfersCard } from './TransfersCard.tsx';
import type { TreasuryData } from './TreasuryScreen.tsx';

type TransfersProps = {
  readonly page: TreasuryData;
  /** A transfer's number, or the form that is open. */
  readonly id: string | undefined;
};

/** What moves our own money: each transfer with its steps, and the forms by which one is asked for. */
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
