import './supportCard.css';
import { Card } from '../../ui/page/Page.tsx';
import { SupportMail } from './SupportMail.tsx';

/** Explains what to contact support about, with the address. */
export function SupportCard({ title, detail }: { readonly title: string; readonly detail: string }) {
  return (
    <Card>
      <h2 className="heading">{title}</h2>
      <p className="hint support-card-detail">{detail}</p>
      <SupportMail />
    </Card>
  );
}
