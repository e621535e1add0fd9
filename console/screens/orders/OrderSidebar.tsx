import { Link } from '@tanstack/react-router';
import { Card } from '../../parts/Card.tsx';
import { Tag } from '../../parts/Tag.tsx';
import { Address } from '../../parts/values/Address.tsx';
import { type KeyValue, KeyValues } from '../../parts/values/KeyValues.tsx';
import { Money } from '../../parts/values/Money.tsx';
import type { OrderPage } from './OrderScreen.tsx';
import { formatCodeAsLabel, formatWalletType } from './orderLabels.ts';

type OrderAmount = OrderPage['sum']['payAmount'];

function formatMoneyValue({ amount, unit }: OrderAmount, loss = false) {
  return <Money amount={amount} code={unit} loss={loss} />;
}

/** The breakdown of the amount with the net revenue, and the buyer. */
export function OrderSidebar({ page }: { readonly page: OrderPage }) {
  return (
    <>
      <OrderAmountCard page={page} />
      <BuyerCard page={page} />
    </>
  );
}

function OrderAmountCard({ page: { sum, postings } }: { readonly page: OrderPage }) {
  const minus = ({ amount, unit }: OrderAmount) =>
    formatMoneyValue({ amount: Number(amount) === 0 ? amount : `-${amount}`, unit });
  const rows: KeyValue[] = [
    { label: 'Buyer pays', value: formatMoneyValue(sum.payAmount) },
    { label: 'Method fee', value: minus(sum.processingFee) },
    { label: 'Network fee', value: minus(sum.networkFee) },
    { label: 'Converted', value: formatMoneyValue(sum.converted), total: true },
    { label: `1 ${sum.receiveAmount.unit} = ${sum.price}`, value: formatMoneyValue(sum.receiveAmount) },
    { label: 'Partner’s share', value: minus(sum.partnerShare) },
    ...sum.left.map((left, index) => ({
      label: index === 0 ? 'Result by asset' : '',
      value: formatMoneyValue(left, true),
      key: left.unit,
    })),
    ...(sum.netRevenue
      ? [
          {
            label: `Net revenue (EUR equivalent)${sum.netRevenue.unpriced.length === 0 ? '' : `, excluding ${sum.netRevenue.unpriced.join(', ')}`}`,
            value: formatMoneyValue(sum.netRevenue.sum, true),
            total: true,
          },
        ]
      : []),
  ];
  return (
    <Card
      title="Breakdown"
      aside={
        postings.length === 0 ? (
          <span className="second">no entries yet</span>
        ) : (
          <Tag small tone={sum.addsUp ? 'good' : 'bad'}>
            {sum.addsUp ? 'balanced' : 'not balanced'}
          </Tag>
        )
      }
    >
      <KeyValues rows={rows} />
    </Card>
  );
}

function BuyerCard({ page: { buyer, head } }: { readonly page: OrderPage }) {
  const rows: KeyValue[] = buyer
    ? [
        { label: 'Name', value: buyer.name ?? 'not provided yet' },
        { label: 'Email', value: buyer.mail },
        { label: 'Level', value: String(buyer.level) },
        ...(buyer.identity === null ? [] : [{ label: 'Identity', value: formatCodeAsLabel(buyer.identity) }]),
      ]
    : [{ label: 'Buyer', value: 'guest, not identified yet' }];
  const more: KeyValue[] = [
    ...(head.partner === '0' ? [] : [{ label: 'Partner', value: head.partner }]),
    ...(head.reference === '' ? [] : [{ label: 'Partner reference', value: head.reference }]),
    ...(head.transferReference === null ? [] : [{ label: 'Transfer reference', value: head.transferReference }]),
    {
      label: 'Wallet',
      value: head.exchangeName === '' ? formatWalletType(head.walletType) : head.exchangeName,
    },
    { label: 'Network', value: head.network },
  ];
  return (
    <Card
      title="Buyer"
      aside={
        buyer && (
          <Link to="/buyers/$id" params={{ id: buyer.id }}>
            Open
          </Link>
        )
      }
    >
      <KeyValues rows={[...rows, ...more]} />
      <p className="second">Delivery address</p>
      <Address address={head.address} />
    </Card>
  );
}
