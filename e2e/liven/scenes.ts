import type { SampleBuyerName } from './sampleBuyers.ts';
import type { LivenScene } from './scene.ts';
import type { SimulatedBuyer } from './simulatedBuyer.ts';

/** Not the usual test card: a risk rule holds the orders of a card that more than three buyers use within a month. */
const CARD = 'pm_card_amex';
const DISPUTED_CARD = 'pm_card_createDispute';
const THREE_D_SECURE_CARD = 'pm_card_threeDSecure2Required';

/** Above the amount from which the risk rule card_country holds orders: the card is American and the buyer German. */
const HELD_AMOUNT = '1200';
/** Above `identityAboveEuro`, so that the buyer must show a document. */
const IDENTITY_AMOUNT = '900';

async function placePaidCardOrder(
  buyer: SimulatedBuyer,
  amount: string,
  card: string,
  receive = 'ETH',
): Promise<string> {
  const orderNo = await buyer.orderByCard(amount, receive);
  await buyer.payByCard(orderNo, card);
  return orderNo;
}

/** Emil plays it before the clock is moved. The other buyers log in after that, since their logins would expire. */
export const expiringScene: LivenScene = {
  description: 'an order that was not paid: expired',
  play: async (buyer) => ({ orderNo: await buyer.orderByCard('60', 'ETH'), expectedStatuses: ['expired'] }),
};

/** Emil plays it before the clock is moved. */
export const reviewScene: LivenScene = {
  description: 'a document that differs from the buyer’s details: waits for a decision in the console',
  async play(buyer) {
    await buyer.showDocument('accepted', { birthDate: '2002-05-30' });
    return {};
  },
};

/** Scenes by buyer, played one after another. */
export const scenes: Readonly<Record<Exclude<SampleBuyerName, 'emil'>, readonly LivenScene[]>> = {
  mia: [
    {
      description: 'a card paid, coins delivered',
      play: async (buyer) => ({
        orderNo: await placePaidCardOrder(buyer, '120', CARD),
        expectedStatuses: ['delivered'],
      }),
    },
    {
      description: 'a card payment held by a risk rule (the card is of another country)',
      play: async (buyer) => ({
        orderNo: await placePaidCardOrder(buyer, HELD_AMOUNT, CARD),
        expectedStatuses: ['on_hold'],
      }),
    },
    {
      description: 'a delivery under way (Base makes no blocks for a quarter of an hour)',
      play: async (buyer) => ({
        orderNo: await placePaidCardOrder(buyer, '90', CARD, 'USDC_BASE'),
        expectedStatuses: ['delivering'],
      }),
    },
    {
      description: 'a card payment that its holder disputes',
      play: async (buyer) => ({
        orderNo: await placePaidCardOrder(buyer, '80', DISPUTED_CARD),
        expectedStatuses: ['on_hold', 'delivered'],
      }),
    },
    {
      description: 'a card payment that waits for 3-D Secure',
      play: async (buyer) => ({
        orderNo: await placePaidCardOrder(buyer, '70', THREE_D_SECURE_CARD),
        expectedStatuses: ['authorizing'],
      }),
    },
    {
      description: 'an order cancelled by its buyer',
      async play(buyer) {
        const orderNo = await buyer.orderByCard('50', 'ETH');
        await buyer.cancel(orderNo);
        return { orderNo, expectedStatuses: ['cancelled'] };
      },
    },
    {
      description: 'an order that waits for its card payment',
      play: async (buyer) => ({
        orderNo: await buyer.orderByCard('65', 'ETH'),
        expectedStatuses: ['awaiting_payment'],
      }),
    },
  ],
  jonas: [
    {
      description: 'an order that waits for its bank transfer',
      play: async (buyer) => ({
        orderNo: (await buyer.orderByTransfer('150')).orderNo,
        expectedStatuses: ['awaiting_payment'],
      }),
    },
    {
      description: 'a bank transfer paid, coins delivered',
      async play(buyer) {
        const { orderNo, reference } = await buyer.orderByTransfer('200');
        await buyer.transfer({ reference, amount: '200' });
        return { orderNo, expectedStatuses: ['delivered'] };
      },
    },
    {
      description: 'a bank transfer of too little',
      async play(buyer) {
        const { orderNo, reference } = await buyer.orderByTransfer('110');
        await buyer.transfer({ reference, amount: '70' });
        return { orderNo, expectedStatuses: ['awaiting_payment'] };
      },
    },
    {
      description: 'a bank transfer of too much: the surplus is refunded',
      async play(buyer) {
        const { orderNo, reference } = await buyer.orderByTransfer('80');
        await buyer.transfer({ reference, amount: '105' });
        return { orderNo, expectedStatuses: ['delivered'] };
      },
    },
    {
      description: 'a bank transfer for a cancelled order: refunded',
      async play(buyer) {
        const { orderNo, reference } = await buyer.orderByTransfer('95');
        await buyer.cancel(orderNo);
        await buyer.transfer({ reference, amount: '95' });
        return { orderNo, expectedStatuses: ['refunding', 'refunded'] };
      },
    },
    {
      description: 'a refund that waits for an account: the bank named none',
      async play(buyer) {
        const { orderNo, reference } = await buyer.orderByTransfer('130');
        await buyer.cancel(orderNo);
        await buyer.transfer({ reference, amount: '130', payerAccount: '' });
        return { orderNo, expectedStatuses: ['refunding'] };
      },
    },
    {
      description: 'a bank transfer from another person: held',
      async play(buyer) {
        const { orderNo, reference } = await buyer.orderByTransfer('140');
        await buyer.transfer({
          reference,
          amount: '140',
          payerName: 'Friedrich Otto',
          payerAccount: 'DE88100900001234567892',
        });
        return { orderNo, expectedStatuses: ['on_hold'] };
      },
    },
    {
      description: 'an unmatched payment of 75 EUR: its reference is of no order',
      async play(buyer) {
        await buyer.transfer({ reference: 'for my coins, thank you', amount: '75' });
        return {};
      },
    },
  ],
  nora: [
    {
      description: 'an identity check that a person at the verifier reviews',
      async play(buyer) {
        const orderNo = await placePaidTransferOrder(buyer);
        await buyer.showDocument('review', { orderNo });
        return { orderNo, expectedStatuses: ['awaiting_identity'] };
      },
    },
  ],
  oskar: [
    {
      description: 'an identity check refused: the money is refunded',
      async play(buyer) {
        const orderNo = await placePaidTransferOrder(buyer);
        await buyer.showDocument('refused', { orderNo });
        return { orderNo, expectedStatuses: ['refunding', 'refunded'] };
      },
    },
  ],
};

/** Pays an order by transfer in full and waits until the document is required. */
async function placePaidTransferOrder(buyer: SimulatedBuyer): Promise<string> {
  const { orderNo, reference } = await buyer.orderByTransfer(IDENTITY_AMOUNT);
  await buyer.transfer({ reference, amount: IDENTITY_AMOUNT });
  await buyer.waitForStatus(orderNo, ['awaiting_identity'], 20_000);
  return orderNo;
}
