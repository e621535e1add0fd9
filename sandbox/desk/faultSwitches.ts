import { getNetworkName, localNetworks } from '../chains/localNetworks.ts';
import { EXTRACT_PATH } from '../sanctions/extractPath.ts';
import type { Fault } from '../world/faults.ts';

export type FaultSwitch = { readonly label: string; readonly hint: string; readonly fault: Fault };

export type FaultGroup = { readonly title: string; readonly switches: readonly FaultSwitch[] };

type FaultInput = Pick<Fault, 'standIn' | 'effect'> & Partial<Fault>;

function createSwitch(label: string, hint: string, fault: FaultInput): FaultSwitch {
  return { label, hint, fault: { call: '', after: 0, times: 1, ...fault } };
}

/** Number of calls that a lasting fault affects: with a call per second, half a minute, so that slower pollers also see it. */
const DEFAULT_FAULT_CALLS = 30;

const PAYMENTS = '/v1/payment_intents';

/** The only file of the list that fails. The product then rejects the whole list, and each fetch of the list uses one fault. */
const SANCTIONS_FILE = `${EXTRACT_PATH}/sanctioned_addresses_XBT.txt`;

/** Faults with a switch on the page. Others can be set with `PUT /api/faults`. */
export const FAULT_SWITCHES: readonly FaultGroup[] = [
  {
    title: 'Card acquirer',
    switches: [
      createSwitch('An answer about a payment is lost', 'Stripe acts on the next call, but its answer never arrives.', {
        standIn: 'stripe',
        call: PAYMENTS,
        effect: 'lose_answer_after',
      }),
      createSwitch('A request about a payment is lost', 'The next call never reaches Stripe.', {
        standIn: 'stripe',
        call: PAYMENTS,
        effect: 'lose_answer_before',
      }),
      createSwitch('A call about a payment times out', 'Stripe receives the next call and never answers.', {
        standIn: 'stripe',
        call: PAYMENTS,
        effect: 'hang',
      }),
      createSwitch('Stripe is down', 'The next ten calls are answered with 500.', {
        standIn: 'stripe',
        call: '/v1/',
        effect: 'answer_500',
        times: 10,
      }),
      createSwitch('The answer to a refund is lost', 'The refund is made, but its answer never arrives.', {
        standIn: 'stripe',
        call: '/v1/refunds',
        effect: 'lose_answer_after',
      }),
      ...createWebhookSwitches('stripe', 'Stripe'),
    ],
  },
  {
    title: 'Identity',
    switches: [
      createSwitch('The verifier is down', 'The next ten calls are answered with 500.', {
        standIn: 'sumsub',
        call: '/resources',
        effect: 'answer_500',
        times: 10,
      }),
      createSwitch('An answer of the verifier is lost', 'The next call takes effect, but its answer never arrives.', {
        standIn: 'sumsub',
        call: '/resources',
        effect: 'lose_answer_after',
      }),
      ...createWebhookSwitches('sumsub', 'Sumsub'),
    ],
  },
  {
    title: 'Prices and conversion',
    switches: [
      createSwitch('A price gap at Kraken', 'Its prices are 20 % above the others’ for a while.', {
        standIn: 'kraken',
        effect: 'price_gap',
        size: 20,
        times: DEFAULT_FAULT_CALLS,
      }),
      createSwitch('Kraken’s prices are stale', 'They are a minute old for a while.', {
        standIn: 'kraken',
        effect: 'price_stale',
        size: 60,
        times: DEFAULT_FAULT_CALLS,
      }),
      createSwitch('The answer to a trade is lost', 'The venue buys, but its answer never arrives.', {
        standIn: 'kraken',
        call: '/0/private/AddOrder',
        effect: 'lose_answer_after',
      }),
      createSwitch('A trade never reaches the venue', 'The request is lost on its way.', {
        standIn: 'kraken',
        call: '/0/private/AddOrder',
        effect: 'lose_answer_before',
      }),
      createSwitch(
        'An order is executed twice',
        'The venue executes the next order two times under one client order id.',
        {
          standIn: 'kraken',
          effect: 'order_twice',
        },
      ),
      createSwitch('The answer to a trade is late', 'The venue buys at once and answers after forty seconds.', {
        standIn: 'kraken',
        call: '/0/private/AddOrder',
        effect: 'answer_late',
        size: 40,
      }),
      createSwitch('Orders are not filled', 'The next thirty orders end without a trade.', {
        standIn: 'kraken',
        effect: 'fill_nothing',
        times: DEFAULT_FAULT_CALLS,
      }),
      createSwitch('Orders are filled in small parts', 'The next thirty orders get a tenth of what they ask for.', {
        standIn: 'kraken',
        effect: 'fill_part',
        size: 10,
        times: DEFAULT_FAULT_CALLS,
      }),
      createSwitch(
        'An order stays open',
        'A tenth of the next order is filled; the rest waits until it is cancelled.',
        {
          standIn: 'kraken',
          effect: 'order_stays_open',
          size: 10,
        },
      ),
      createSwitch('A cancel comes too late', 'The next open order that is cancelled has just been filled.', {
        standIn: 'kraken',
        effect: 'cancel_too_late',
      }),
      createSwitch('The venue is down', 'The next ten calls to trade are answered with 500.', {
        standIn: 'kraken',
        call: '/0/private/',
        effect: 'answer_500',
        times: 10,
      }),
      createSwitch('The rates API is down', 'The next ten calls are answered with 500.', {
        standIn: 'rates',
        effect: 'answer_500',
        times: 10,
      }),
    ],
  },
  {
    title: 'Chains',
    switches: localNetworks.map((network) =>
      createSwitch(
        `${getNetworkName(network)} stalls`,
        'No block for half a minute; the node still takes transactions.',
        {
          standIn: network,
          effect: 'chain_stalls',
          size: 30,
        },
      ),
    ),
  },
  {
    title: 'Sanctions list',
    switches: [
      createSwitch('The list’s publisher is down', 'Its answer is 503 for a while.', {
        standIn: 'sanctions',
        call: SANCTIONS_FILE,
        effect: 'answer_503',
        times: DEFAULT_FAULT_CALLS,
      }),
      createSwitch('The list comes empty', 'Its Bitcoin file has no address in it for a while.', {
        standIn: 'sanctions',
        call: SANCTIONS_FILE,
        effect: 'list_empty',
        times: DEFAULT_FAULT_CALLS,
      }),
    ],
  },
  {
    title: 'Bank',
    switches: [
      createSwitch('A notification comes twice', 'The next one is written to the folder under two names.', {
        standIn: 'bank',
        call: 'notification',
        effect: 'notification_twice',
      }),
      createSwitch('Notifications come late', 'Bookings are reported only after this is switched off.', {
        standIn: 'bank',
        call: 'notification',
        effect: 'notification_late',
      }),
      createSwitch(
        'A transfer is booked in the wrong currency',
        'The next one: dollars for euros, euros for dollars, won for yen.',
        {
          standIn: 'bank',
          call: 'transfer',
          effect: 'wrong_currency',
        },
      ),
      createSwitch('A transfer is recalled', 'The next one is taken back ten seconds after it was booked.', {
        standIn: 'bank',
        call: 'transfer',
        effect: 'payment_recalled',
        size: 10,
      }),
      createSwitch('Refunds are rejected', 'The next two are sent, and the creditor’s bank returns them.', {
        standIn: 'bank',
        call: 'order',
        effect: 'refund_rejected',
        times: 2,
      }),
      createSwitch('A transfer is refused', 'The next refund is not sent, and the bank reports the refusal.', {
        standIn: 'bank',
        call: 'order',
        effect: 'transfer_refused',
      }),
      createSwitch('A payer forges an id', 'The next transfer has the end-to-end id of the newest refund.', {
        standIn: 'bank',
        call: 'transfer',
        effect: 'forged_ids',
      }),
      createSwitch(
        'A file is of another account',
        'The next notification is about an account that is not the operator’s.',
        {
          standIn: 'bank',
          call: 'notification',
          effect: 'foreign_account',
        },
      ),
      createSwitch('A statement does not add up', 'The next one closes with a cent too much.', {
        standIn: 'bank',
        call: 'statement',
        effect: 'broken_balance',
      }),
      createSwitch('A statement is lost', 'The next one gets a number and is never written.', {
        standIn: 'bank',
        call: 'statement',
        effect: 'statement_missing',
      }),
    ],
  },
  {
    title: 'Mail',
    switches: [
      createSwitch('An email is deferred', 'The mail server answers the next email with a temporary error.', {
        standIn: 'mail',
        call: 'DATA',
        effect: 'answer_429',
      }),
      createSwitch('The answer to an email is lost', 'The email arrives, but the sender gets no confirmation.', {
        standIn: 'mail',
        call: 'DATA',
        effect: 'lose_answer_after',
      }),
    ],
  },
];

function createWebhookSwitches(standIn: string, vendor: string): FaultSwitch[] {
  const call = 'webhook';
  return [
    createSwitch(`A webhook of ${vendor} comes twice`, 'The next event is delivered two times.', {
      standIn,
      call,
      effect: 'webhook_twice',
    }),
    createSwitch(`A webhook of ${vendor} comes late`, 'The next event is delivered after 20 seconds.', {
      standIn,
      call,
      effect: 'webhook_late',
      size: 20,
    }),
    createSwitch(`Webhooks of ${vendor} come out of order`, 'The next event waits until another one was delivered.', {
      standIn,
      call,
      effect: 'webhook_out_of_order',
    }),
    createSwitch(`A webhook of ${vendor} is lost`, 'The next event is never delivered.', {
      standIn,
      call,
      effect: 'webhook_lost',
    }),
  ];
}
