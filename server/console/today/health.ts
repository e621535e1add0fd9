import type { ConsoleCallData } from '@slipway/contract/consoleCalls.ts';
import { formatDecimal } from '@slipway/money/decimal.ts';
import { listHalts } from '../../ledger/haltStore.ts';
import type { Queryable } from '../../platform/database/database.ts';
import type { Catalog } from '../../purchase/catalog/catalog.ts';
import type { EffectName } from '../../purchase/order/machine/transitions.ts';
import { describeAsset } from '../../reconciliation/describeAsset.ts';
import { type ExternalAccountState, listExternalAccountStates } from '../../reconciliation/externalAccountStore.ts';
import { describeExternalAccount } from '../figures/describeExternalAccount.ts';
import { readSignerReport, type SignerReport } from '../treasury/signerReport.ts';
import {
  type ChainTip,
  readChainTips,
  readOutgoingQueues,
  readPriceFeedHealth,
  readVendorAnswers,
  type VendorAnswers,
} from './healthStore.ts';

type Line = ConsoleCallData<'today'>['health'][number];

const BUCKETS = 12;
const MOST_STEPS = 5_000;
/** A vendor with a slower median is shown with a warning. */
const SLOW_MS = 2_000;
const STALE_PRICES_S = 10;
const LATE_MAIL_S = 300;
/** A network without a new block for this many times its expected delivery time is shown with a warning. */
const LATE_FACTOR = 10;
const MINUTE_S = 60;
const CENTS = 2;

/** The vendor that each step calls. Steps that call both the chain's nodes and the signer are not listed. */
const VENDORS = {
  authorize_payment: 'acquirer',
  sync_payment: 'acquirer',
  capture_payment: 'acquirer',
  void_payment: 'acquirer',
  void_attempt: 'acquirer',
  refund_payment: 'acquirer',
  refund_surplus: 'acquirer',
  refund_receipt: 'acquirer',
  sync_refund: 'acquirer',
  open_identity_check: 'verifier',
  sync_identity: 'verifier',
  start_conversion: 'venue',
  sync_conversion: 'venue',
  execute_remainder: 'venue',
} as const satisfies Partial<Record<EffectName, string>>;

/** Returns the state of all dependencies from the database, without calling any of them. */
export async function readHealth(database: Queryable, catalog: Catalog, now: Date): Promise<readonly Line[]> {
  const [answers, places, feeds, tips, halts, signer, queues] = await Promise.all([
    readVendorAnswers(database, VENDORS, MOST_STEPS),
    listExternalAccountStates(database),
    readPriceFeedHealth(database),
    readChainTips(database),
    listHalts(database),
    readSignerReport(database, now),
    readOutgoingQueues(database),
  ]);
  return [
    ...['acquirer', 'verifier', 'venue'].map((vendor) =>
      buildVendorLine(findVendorName(catalog, vendor, places), vendor, answers),
    ),
    ...places.filter(({ place }) => place === 'bank').map(buildBankLine),
    buildFeedsLine(feeds),
    ...buildChainLines(catalog, tips, halts),
    buildSignerLine(signer),
    buildMailLine(queues),
  ];
}

const SIGNER_STATES = { signs: 'good', stopped: 'bad', silent: 'warn', unknown: 'unknown' } as const;

function buildSignerLine({ state, status, stops }: SignerReport): Line {
  const at = (time: Date) => time.toISOString().slice(11, 16);
  const summary = {
    signs: () =>
      `${formatDecimal({ coefficient: BigInt(status?.report.caps.day.used ?? 0), scale: CENTS })} EUR in 24 h`,
    stopped: () =>
      `stopped by ${stops[0]?.who ?? 'a file on the signer host'}${stops[0] ? ` ${at(stops[0].since)}` : ''}`,
    silent: () => `last heartbeat ${status ? at(status.writtenAt) : ''}`,
    unknown: () => 'not known',
  }[state]();
  return { name: 'Signer', state: SIGNER_STATES[state], summary, strip: [] };
}

const KINDS: Readonly<Record<string, string>> = { acquirer: 'Acquirer', verifier: 'Verifier', venue: 'Venue' };

/** Returns the name of a vendor's external account. A vendor without one, such as a verifier, is named by its kind. */
function findVendorName(catalog: Catalog, vendor: string, places: readonly ExternalAccountState[]): string {
  const own = places.find(({ place }) => place.startsWith(`${vendor}:`));
  return own ? describeExternalAccount(catalog, own.place) : (KINDS[vendor] ?? vendor);
}

function buildVendorLine(name: string, vendor: string, all: readonly VendorAnswers[]): Line {
  const own = all.filter((one) => one.vendor === vendor);
  const hour = own.find(({ bucket }) => bucket === null);
  const strip = Array.from({ length: BUCKETS }, (_, at) =>
    deriveState(own.find(({ bucket }) => bucket === BUCKETS - 1 - at)),
  );
  if (!hour) return { name, state: 'unknown', summary: 'no requests', strip };
  const silent = hour.unanswered > 0 ? `, ${hour.unanswered} of ${hour.asked} unanswered` : '';
  const newest = strip.findLast((state) => state !== 'none') ?? 'none';
  return { name, state: newest === 'none' ? 'unknown' : newest, summary: `${hour.medianMs} ms${silent}`, strip };
}

function deriveState(answers: VendorAnswers | undefined): Line['strip'][number] {
  if (!answers) return 'none';
  if (answers.unanswered * 2 > answers.asked) return 'bad';
  return answers.unanswered > 0 || answers.medianMs > SLOW_MS ? 'warn' : 'good';
}

function buildBankLine({ readAt, failures }: ExternalAccountState): Line {
  if (failures > 0)
    return { name: 'Bank files', state: 'warn', summary: `not read, ${failures} failed attempts`, strip: [] };
  if (!readAt) return { name: 'Bank files', state: 'unknown', summary: 'never read', strip: [] };
  return { name: 'Bank files', state: 'good', summary: `compared ${readAt.toISOString().slice(11, 16)}`, strip: [] };
}

function buildFeedsLine({ markets, trusted, oldestSeconds }: Awaited<ReturnType<typeof readPriceFeedHealth>>): Line {
  const name = 'Price feeds';
  if (markets === 0 || oldestSeconds === null) return { name, state: 'unknown', summary: 'no price yet', strip: [] };
  const summary = `${trusted} of ${markets} agree, ${formatAge(oldestSeconds)} old`;
  if (oldestSeconds > STALE_PRICES_S) return { name, state: 'bad', summary, strip: [] };
  return { name, state: trusted < markets ? 'warn' : 'good', summary, strip: [] };
}

function buildChainLines(
  catalog: Catalog,
  tips: readonly ChainTip[],
  halts: Awaited<ReturnType<typeof listHalts>>,
): readonly Line[] {
  const enabled = [...catalog.cryptos.values()].filter(({ enabled: isOn }) => isOn);
  return catalog.networks
    .filter(({ id }) => enabled.some(({ network }) => network.id === id))
    .map(({ name, chain, expectedMinutes }): Line => {
      const halt = halts.find(({ scope }) => scope.startsWith(`payout:${chain}/`));
      if (halt) {
        const { symbol } = describeAsset(catalog, halt.scope.slice('payout:'.length));
        return { name, state: 'bad', summary: `${symbol} halted ${halt.since.toISOString().slice(11, 16)}`, strip: [] };
      }
      const tip = tips.find(({ network }) => network === chain);
      if (!tip) return { name, state: 'unknown', summary: 'no block seen yet', strip: [] };
      const isLate = tip.ageSeconds > Math.max(1, expectedMinutes) * MINUTE_S * LATE_FACTOR;
      return {
        name,
        state: isLate ? 'warn' : 'good',
        summary: `last block ${formatAge(tip.ageSeconds)} ago`,
        strip: [],
      };
    });
}

function buildMailLine({
  mails,
  oldestMailSeconds,
  refusedMails,
  retried,
}: Awaited<ReturnType<typeof readOutgoingQueues>>): Line {
  const refused = refusedMails > 0 ? `, ${refusedMails} refused` : '';
  const summary = `${mails} queued${refused}, ${retried} retrying`;
  const isLate = (oldestMailSeconds ?? 0) > LATE_MAIL_S;
  return { name: 'Email & webhooks', state: isLate || retried > 0 ? 'warn' : 'good', summary, strip: [] };
}

function formatAge(seconds: number): string {
  const shown = Math.max(0, seconds);
  if (shown < MINUTE_S) return `${shown} s`;
  if (shown < 60 * MINUTE_S) return `${Math.floor(shown / MINUTE_S)} min`;
  return `${Math.floor(shown / (60 * MINUTE_S))} h`;
}
