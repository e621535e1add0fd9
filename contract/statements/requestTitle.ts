type Words = (subject: string, input: Readonly<Record<string, string>>) => string;

/** The end of an account's name: a button has no room for all of it, and what is signed stands beside. */
function shortened(account: string): string {
  return `…${account.slice(-7)}`;
}

/** `2 ETH` of `2.000000000000000000 ETH`: every digit that says something. */
function plain(amount: string): string {
  return amount.replace(/^(\d+)(?:\.0+|(\.\d*?[1-9])0+)(?= )/, '$1$2');
}

function ending({ atOnce = '' }: Readonly<Record<string, string>>): string {
  return atOnce === 'yes' ? ', and end the former one at once' : '';
}

/** What was asked for, as a person says it. */
const titles: Readonly<Record<string, Words>> = {
  hold: (subject) => `Hold order ${subject}`,
  clear: (subject) => `Let order ${subject} go on`,
  refuse: (subject) => `Refuse order ${subject}`,
  refund: (subject) => `Give back the money of order ${subject}`,
  give_up: (subject) => `Buy no more for order ${subject}, and give its money back`,
  freeze: (subject) => `Freeze order ${subject}`,
  unfreeze: (subject) => `Lift the freeze of order ${subject}`,
  match: (subject, { entry = '' }) => `Booking ${entry} belongs to order ${subject}`,
  'pay-to': (subject) => `Name the account for order ${subject}`,
  redirect: (subject) => `Send refund ${subject} to another account`,
  return: (subject, { amount = '' }) => `Send ${amount} of booking ${subject} back`,
  recover: (subject, { entry = '' }) => `Booking ${entry} pays back what was lost with order ${subject}`,
  vouch: (subject, { for: word = '' }) => `Vouch for order ${subject}: ${word}`,
  'transfer-refused': (subject, { reason = '' }) => `The bank has not sent refund ${subject}: ${reason}`,
  'cancel-payout': (subject, { orders = '1' }) =>
    orders === '1'
      ? `Take the payout of order ${subject} back`
      : `Take the payout of ${orders} orders back, ${subject} among them`,
  withdraw: (subject, { address = '' }) => `Withdraw ${plain(subject)} to ${address}`,
  'allow-address': (subject) => `Allow coins to go to ${subject}`,
  'pay-shares': (subject, { amount = '' }) => `Book ${amount} as shares paid to ${subject}`,
  'top-up': (subject) => `Book coins that came: ${subject}`,
  'partner-key': (subject, input) => `Make the next key of partner ${subject}${ending(input)}`,
  'rotate-secret': (subject, input) => `Make the next webhook secret of partner ${subject}${ending(input)}`,
  'rotate-link-key': (subject, input) => `Make the next key of the links of partner ${subject}${ending(input)}`,
  swap: (subject) => `Book swap ${subject}`,
  'accept-difference': (subject) => `Accept difference ${subject}`,
  'book-difference': (subject, { as = '' }) => `Book difference ${subject} as ${as}`,
  'reverse-booking': (subject, { moves = '' }) => `Reverse ${subject}, which moved ${moves}`,
  'wait-until': (subject, { until = '' }) => `Let difference ${subject} wait until ${until}`,
  book: (subject, { as = '' }) => `Book ${subject} as ${as}`,
  set: (subject) => `Change ${subject}`,
  remove: (subject) => `Take out ${subject}`,
  'stop-signing': () => 'Stop signing',
  'start-signing': (_, { stop = '' }) => `Start signing again: end stop ${stop.slice(0, 12)}`,
  'ask-document': (subject) => `Ask account ${shortened(subject)} for a document`,
  'set-level': (subject, { level = '', until = '' }) =>
    `Count account ${shortened(subject)} as level ${level} until ${until}`,
  block: (subject) => `Block account ${shortened(subject)}`,
  unblock: (subject) => `Unblock account ${shortened(subject)}`,
  erase: (subject) => `Erase account ${shortened(subject)}`,
  'send-evidence': (_, { amount = '', order = '' }) => `Answer the dispute of ${amount}, order ${order}`,
  review: (subject, { decision = '' }) => `Review ${subject}: ${decision}`,
};

type Asked = { readonly action: string; readonly subject: string; readonly input: Readonly<Record<string, string>> };

/** Begins with a capital letter; the console says it the same way wherever the request stands. A row may name any act. */
export function requestTitle({ action, subject, input }: Asked): string {
  const say = Object.hasOwn(titles, action) ? titles[action] : undefined;
  return say?.(subject, input) ?? `${action} ${subject}`;
}
