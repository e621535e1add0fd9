import { readFileSync } from 'node:fs';
import { COUNTRY_CARDS } from '../../sandbox/stripe/cards/countryCards.ts';
import { TEST_CARDS, type TestCard } from '../../sandbox/stripe/cards/testCards.ts';

/**
 * Returns docs/integrate/testing.md: cards, people and amounts of the sandbox, from its stand-ins and the initial
 * configuration.
 */
export function drawTesting(): string {
  return `# Test cards, accounts and rules

<!-- Written by \`npm run draw\` from tools/integrate/drawTesting.ts, the sandbox's cards and the first configuration. -->

In a clone of the repository, \`npm start\` runs a complete Slipway (the sandbox) in which no real money moves: the buy page at
\`http://localhost:8080\`, the desk that controls the sandbox at \`http://localhost:8090\`, and a shop that embeds the buy page. You
are also the operator: register your site and create your keys with \`npm run operate\`. The cards are those of Stripe's test mode,
so an operator's installation in test mode accepts them too.

## Cards

Use any future expiry date and any security code. The same number with another expiry date counts as another card.

| number | result |
| --- | --- |
${Object.values(TEST_CARDS).map(drawCardRow).join('\n')}

A payment above ${rules.cardCountryEuro} EUR with a card of another country than the buyer's is held for review. Cards by country:

| number | country, result |
| --- | --- |
${Object.values(COUNTRY_CARDS).map(drawCardRow).join('\n')}

## People and accounts

| you need | use |
| --- | --- |
| a buyer | any email address; nothing leaves your machine |
| the login code | *Mailbox* at the desk |
| name and address of the buyer | anything plausible, at least ${rules.minimumAge} years old |
| an identity check | an order above ${rules.identityEuro} EUR. Then approve or refuse the check, or keep it for review, on the verifier's page or at the desk |
| a bank transfer | *Bank transfer* at the desk, which books or rejects a transfer with the reference of the order |
| Apple Pay, Google Pay | the sheet that the sandbox opens, in a browser that has the wallet |
| a wallet address | any valid address of the network; the crypto arrives on a local chain |
| a sanctioned address | add one under *Sanctions list* at the desk |
| another country of the buyer | the request header \`x-sandbox-country\`, in the sandbox only |
| time to pass | *Clock* at the desk. It does not change the time for signatures and signed links |
| a failing vendor, chain or bank | *Faults* at the desk |

## Amounts that change the purchase

These are the values of the first configuration. The operator can change them.

| amount above | what happens |
| --- | --- |
| ${rules.confirmationEuro} EUR in a day, to a new address | the buyer confirms with another code, unless the last one was used within 15 minutes |
| ${rules.identityEuro} EUR in 30 days | the buyer submits a document |

## Limits that tests run into

| more than | consequence |
| --- | --- |
${Object.values(riskRules).flatMap(drawRiskRow).join('\n')}

## Webhooks

An endpoint at \`http://localhost:…\` or \`http://127.0.0.1:…\` is accepted in the sandbox. \`npm run operate -- test-events shop\` sends one
event of each type with \`"test": true\` ([partners.md](../partners.md#webhooks)).
`;
}

type RiskRule = {
  readonly measure: string;
  readonly of?: string;
  readonly within?: string;
  readonly above?: string;
  readonly aboveEuro?: string;
  readonly outcome: 'refuse' | 'hold';
};

function readSeed<Row>(name: string): Readonly<Record<string, Row>> {
  const file = new URL(`../../server/configuration/seeds/${name}.json`, import.meta.url);
  return JSON.parse(readFileSync(file, 'utf8')) as Record<string, Row>;
}

const riskRules = readSeed<RiskRule>('riskRules');
const ruleRows = readSeed<{ readonly value: string | number }>('rules');
const readRuleValue = (name: string) => {
  const row = ruleRows[name];
  if (!row) throw new Error(`rules.json has no ${name}`);
  return row.value;
};

const rules = {
  cardCountryEuro: riskRules['card_country']?.aboveEuro,
  minimumAge: readRuleValue('minimumAge'),
  identityEuro: readRuleValue('identityAboveEuro'),
  confirmationEuro: readRuleValue('confirmationAboveEuro'),
};

function drawCardRow({ number, label }: TestCard): string {
  const grouped = number.startsWith('3')
    ? number.replace(/^(.{4})(.{6})(.*)$/, '$1 $2 $3')
    : number.replaceAll(/(.{4})(?=.)/g, '$1 ');
  return `| \`${grouped}\` | ${label} |`;
}

const SUBJECT_NAMES: Readonly<Record<string, string>> = { ip: 'IP address', address: 'receiving address' };

/** Returns no row for a rule that compares two facts: it has no limit that a test could exceed by repetition. */
function drawRiskRow({ measure, of = '', within, above, outcome }: RiskRule): readonly string[] {
  if (above === undefined) return [];
  const counted = measure === 'amount' ? `${above} EUR` : `${above} ${measure}`;
  const judged = `the order that exceeds it is ${outcome === 'hold' ? 'held' : 'refused'}`;
  return [`| ${counted} per ${within} of one ${SUBJECT_NAMES[of] ?? of} | ${judged} |`];
}
