import type { CastName } from './cast.ts';
import type { LivingBuyer } from './livingBuyer.ts';
import type { Scene } from './scene.ts';

/** Not the acquirer's usual test card: that one many buyers of the sandbox have, and more than three are held. */
const CARD = 'pm_card_amex';
const DISPUTED = 'pm_card_createDispute';
const ASKS_HOLDER = 'pm_card_threeDSecure2Required';

/** Above `aboveEuro` of the rule card_country: an American card of a buyer in Germany. */
const HELD_AMOUNT = '1200';
/** Above identityAboveEuro. */
const IDENTITY_AMOUNT = '900';

async function cardOrder(buyer: LivingBuyer, amount: string, card: string, receive = 'ETH'): Promise<string> {
  const orderNo = await buyer.orderByCard(amount, receive);
  await buyer.payByCard(orderNo, card);
  return orderNo;
}

/** Of emil, before the clock is moved on: what the others prove at their log-in is good for as long as that. */
export const expiringScene: Scene = {
  what: 'an order that nobody paid',
  plays: async (buyer) => ({ orderNo: await buyer.orderByCard('60', 'ETH'), rests: ['expired'] }),
};

/** Of emil too. */
export const reviewScene: Scene = {
  what: 'a document that differs from what its buyer has said: a person of ours decides',
  async plays(buyer) {
    await buyer.showDocument('accepted', { birthDate: '2002-05-30' });
    return {};
  },
};

/** Of each buyer, one after the other. */
export const scenes: Readonly<Record<Exclude<CastName, 'emil'>, readonly Scene[]>> = {
  mia: [
    {
      what: 'a card paid, coins delivered',
      plays: async (buyer) => ({ orderNo: await cardOrder(buyer, '120', CARD), rests: ['delivered'] }),
    },
    {
      what: 'a card held by a risk rule (the card is of another country)',
      plays: async (buyer) => ({ orderNo: await cardOrder(buyer, HELD_AMOUNT, CARD), rests: ['on_hold'] }),
    },
    {
      what: 'a delivery under way (Base makes no blocks for a quarter of an hour)',
      plays: async (buyer) => ({ orderNo: await cardOrder(buyer, '90', CARD, 'USDC_BASE'), rests: ['delivering'] }),
    },
    {
      what: 'a card payment that its holder disputes',
      plays: async (buyer) => ({ orderNo: await cardOrder(buyer, '80', DISPUTED), rests: ['on_hold', 'delivered'] }),
    },
    {
      what: 'a card whose holder is asked by the bank',
      plays: async (buyer) => ({ orderNo: await cardOrder(buyer, '70', ASKS_HOLDER), rests: ['authorizing'] }),
    },
    {
      what: 'an order cancelled by its buyer',
      async plays(buyer) {
        const orderNo = await buyer.orderByCard('50', 'ETH');
        await buyer.cancel(orderNo);
        return { orderNo, rests: ['cancelled'] };
      },
    },
    {
      what: 'an order that waits for its card',
      plays: async (buyer) => ({ orderNo: await buyer.orderByCard('65', 'ETH'), rests: ['awaiting_payment'] }),
    },
  ],
  jonas: [
    {
      what: 'a bank transfer that is waited for',
      plays: async (buyer) => ({ orderNo: (await buyer.orderByTransfer('150')).orderNo, rests: ['awaiting_payment'] }),
    },
    {
      what: 'a bank transfer paid, coins delivered',
      async plays(buyer) {
        const { orderNo, reference } = await buyer.orderByTransfer('200');
        await buyer.transfer({ reference, amount: '200' });
        return { orderNo, rests: ['delivered'] };
      },
    },
    {
      what: 'a bank transfer of too little',
      async plays(buyer) {
        const { orderNo, reference } = await buyer.orderByTransfer('110');
        await buyer.transfer({ reference, amount: '70' });
        return { orderNo, rests: ['awaiting_payment'] };
      },
    },
    {
      what: 'a bank transfer of too much: the rest goes back',
      async plays(buyer) {
        const { orderNo, reference } = await buyer.orderByTransfer('80');
        await buyer.transfer({ reference, amount: '105' });
        return { orderNo, rests: ['delivered'] };
      },
    },
    {
      what: 'a bank transfer that came late: it goes back',
      async plays(buyer) {
        const { orderNo, reference } = await buyer.orderByTransfer('95');
        await buyer.cancel(orderNo);
        await buyer.transfer({ reference, amount: '95' });
        return { orderNo, rests: ['refunding', 'refunded'] };
      },
    },
    {
      what: 'a refund that waits for an account: the bank told none',
      async plays(buyer) {
        const { orderNo, reference } = await buyer.orderByTransfer('130');
        await buyer.cancel(orderNo);
        await buyer.transfer({ reference, amount: '130', payerAccount: '' });
        return { orderNo, rests: ['refunding'] };
      },
    },
    {
      what: 'a bank transfer from somebody else: held',
      async plays(buyer) {
        const { orderNo, reference } = await buyer.orderByTransfer('140');
        await buyer.transfer({
          reference,
          amount: '140',
          payerName: 'Friedrich Otto',
          payerAccount: 'DE88100900001234567892',
        });
        return { orderNo, rests: ['on_hold'] };
      },
    },
    {
      what: 'money without a reference, 75 EUR',
      async plays(buyer) {
        await buyer.transfer({ reference: 'for my coins, thank you', amount: '75' });
        return {};
      },
    },
  ],
  nora: [
    {
      what: 'an identity that a person of the verifier looks at',
      async plays(buyer) {
        const orderNo = await paidTransfer(buyer);
        await buyer.showDocument('review', { orderNo });
        return { orderNo, rests: ['awaiting_identity'] };
      },
    },
  ],
  oskar: [
    {
      what: 'an identity refused: the money goes back',
      async plays(buyer) {
        const orderNo = await paidTransfer(buyer);
        await buyer.showDocument('refused', { orderNo });
        return { orderNo, rests: ['refunding', 'refunded'] };
      },
    },
  ],
};

/** All of it has come, and the document is asked for. */
async function paidTransfer(buyer: LivingBuyer): Promise<string> {
  const { orderNo, reference } = await buyer.orderByTransfer(IDENTITY_AMOUNT);
  await buyer.transfer({ reference, amount: IDENTITY_AMOUNT });
  await buyer.until(orderNo, ['awaiting_identity'], 20_000);
  return orderNo;
}
