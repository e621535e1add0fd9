import './supportCard.css';
import { Card } from '../../ui/Page.tsx';
import { SupportMail } from './SupportMail.tsx';

/** What to write to the support about, and its address. */
export function SupportCard({ title, detail }: { readonly title: string; readonly detail: string }) {
  return (
    <Card>
      <h2 className="heading">{title}</h2>
      <p className="hint support-card-detail">{detail}</p>
      <SupportMail />
    </Card>
  );
}
