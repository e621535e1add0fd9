import type { ConsoleCallData } from '@slipway/contract/consoleCalls.ts';
import { amountOf, formatAmount } from '@slipway/money/amount.ts';
import { formatDecimal } from '@slipway/money/decimal.ts';
import { openRequests } from '../../operator/requestStore.ts';
import { type StandingStop, stopsAfter } from '../../operator/signing/standingStops.ts';
import type { Queryable } from '../../platform/database/database.ts';
import type { Catalog } from '../../purchase/catalog/catalog.ts';
import type { SignerWord } from '../../signer/word/signerWord.ts';
import { type HeardWord, readSignerWord } from '../../signer/word/signerWordStore.ts';
import { shownRequest, type Viewing } from '../acts/shownRequest.ts';
import { signedSince } from '../figures/treasuryStore.ts';
import type { ConsolePerson } from '../gateway/consoleHandlers.ts';
import { isAboutSigner, offerStart, offerStop } from './signerActs.ts';

type Shown = ConsoleCallData<'treasury'>['signer'];

const DAY_MS = 24 * 60 * 60_000;
/** It speaks twice a minute. */
const SILENT_MS = 2 * 60_000;
const CENTS = 2;

/** How the signer stands, by what it has said and by what was asked for since. */
export type SignerFigure = {
  readonly state: Shown['state'];
  readonly heard: HeardWord | undefined;
  readonly stops: readonly Stopped[];
};

type Stopped = Omit<StandingStop, 'statement' | 'who'> & Pick<SignerWord['stops'][number], 'who' | 'statement'>;

export async function signerFigure(database: Queryable, now: Date): Promise<SignerFigure> {
  const heard = await readSignerWord(database);
  const files = (heard?.said.stops ?? []).filter(({ who }) => who === null);
  const stops: readonly Stopped[] = [
    ...files.map((file) => ({ ...file, since: new Date(file.since), isSeen: true })),
    ...(await stopsAfter(database, heard)),
  ];
  return { state: stateOf(heard, stops, now), heard, stops };
}

/** One that was stopped stays so while it is not heard of: it starts by nobody's silence. */
function stateOf(heard: HeardWord | undefined, stops: readonly Stopped[], now: Date): Shown['state'] {
  if (stops.length > 0) return 'stopped';
  if (!heard) return 'unknown';
  return now.getTime() - heard.writtenAt.getTime() > SILENT_MS ? 'silent' : 'signs';
}

/** All that the console shows of it, with what this person may ask for. */
export async function shownSigner(
  database: Queryable,
  catalog: Catalog,
  { viewed, person, now }: { readonly viewed: Viewing; readonly person: ConsolePerson; readonly now: Date },
): Promise<Shown> {
  const [{ state, heard, stops }, day, requests] = await Promise.all([
    signerFigure(database, now),
    signedSince(database, new Date(now.getTime() - DAY_MS)),
    openRequests(database),
  ]);
  const waiting = requests.filter((request) => request.status === 'waiting' && isAboutSigner(request));
  return {
    state,
    heardAt: heard?.writtenAt.toISOString() ?? null,
    startedAt: heard?.said.startedAt ?? null,
    version: heard?.said.version ?? null,
    pricesAt: heard?.said.pricesAt ?? null,
    stops: stops.map(({ who, statement, since, why, isSeen }) => ({
      who,
      statement,
      since: since.toISOString(),
      why,
      isSeen,
      start: statement === null ? null : offerStart(viewed.persons, person, statement),
      requests: waiting
        .filter(({ input }) => input['stop'] === statement)
        .map((request) => shownRequest(request, viewed)),
    })),
    caps: heard ? shownCaps(catalog, heard.said.caps) : null,
    largestDay: euros(day.largest),
    lastSignedAt: day.lastAt?.toISOString() ?? null,
    contradictions: heard?.said.contradictions ?? [],
    stop: offerStop(viewed.persons, person),
  };
}

function shownCaps(catalog: Catalog, caps: SignerWord['caps']): Shown['caps'] {
  const { transaction, fee, hour, day, coins, twoAbove } = caps;
  const inEuros = ({ cap, used }: typeof hour) => ({ cap: euros(cap), used: euros(used) });
  return {
    transaction: euros(transaction),
    fee: euros(fee),
    hour: inEuros(hour),
    day: inEuros(day),
    coins: coins.flatMap(({ asset, cap, used }) => {
      const coin = [...catalog.cryptos.values()].find((crypto) => crypto.asset.id === asset);
      if (!coin) return [];
      const say = (units: string) => ({
        amount: formatAmount(amountOf(coin.asset, BigInt(units))),
        unit: coin.id,
      });
      return [{ cap: say(cap), used: say(used) }];
    }),
    twoAbove: euros(twoAbove),
  };
}

function euros(cents: bigint | string) {
  return { amount: formatDecimal({ coefficient: BigInt(cents), scale: CENTS }), unit: 'EUR' };
}
