import type { ConsoleCallData } from '@slipway/contract/consoleCalls.ts';
import { readConfiguration } from '../../configuration/kinds.ts';
import { readOnce } from '../../configuration/readOnce.ts';
import { percent } from '../../purchase/offer/compareOffers.ts';
import { heardWithin } from '../../purchase/offer/heardAnswerStore.ts';
import { type ProviderRecord, readRecords } from '../../purchase/offer/providerRecordStore.ts';
import { rowAct } from '../catalog/rowActs.ts';
import type { ConsoleContext } from '../consoleContext.ts';
import type { ConsoleHandlersOf, ConsolePerson } from '../gateway/consoleHandlers.ts';
import { answersByStep, BOUNDS, offersByProvider, ordersByProvider } from './providerStore.ts';
import { ANSWER_MINUTES, shownAnswers } from './shownAnswers.ts';

type Providers = ConsoleCallData<'providers'>;

/** Who answers, who keeps their word. */
export function providerCalls(context: ConsoleContext): ConsoleHandlersOf<'providers'> {
  return { providers: (_input, { person }) => shownProviders(context, person) };
}

async function shownProviders(context: ConsoleContext, person: ConsolePerson): Promise<Providers> {
  const { database } = context;
  const configured = readOnce(database);
  const [offers, orders, records, steps, heard, rows, { enrolled }] = await Promise.all([
    offersByProvider(database),
    ordersByProvider(database),
    readRecords(database),
    answersByStep(database),
    heardWithin(database, ANSWER_MINUTES),
    configured.rows(),
    context.persons(database),
  ]);
  const providers = readConfiguration(rows).provider;
  const offering = { database, person, enrolled: [...enrolled.values()], configured };
  const ids = new Set([
    ...providers.keys(),
    ...offers.map(({ id }) => id),
    ...orders.map(({ id }) => id),
    ...heard.map(({ provider }) => provider),
  ]);
  return {
    others: await Promise.all(
      [...ids].toSorted().map(async (id) => {
        const offered = offers.find((one) => one.id === id);
        const ordered = orders.find((one) => one.id === id);
        const isOff = providers.get(id)?.enabled === false;
        return {
          id,
          isOff,
          offers: offered?.offers ?? 0,
          best: offered?.best ?? 0,
          lastOfferAt: offered?.lastOfferAt.toISOString() ?? null,
          orders: ordered?.orders ?? 0,
          delivered: ordered?.delivered ?? 0,
          refusals: ordered?.refusals ?? [],
          record: shownRecord(records.get(id)),
          answers: shownAnswers(heard.filter(({ provider }) => provider === id)),
          act: {
            ...(await rowAct(offering, { kind: 'provider', key: id, fields: { enabled: isOff } })),
            effect: isOff
              ? 'Its offers stand beside the own one again, within a second.'
              : 'Nobody is offered it any more, within a second. Its orders go on.',
          },
        };
      }),
    ),
    steps: steps.map(({ lastAt, ...step }) => ({ ...step, lastAt: lastAt.toISOString() })),
    bounds: BOUNDS,
  };
}

function shownRecord(record: ProviderRecord | undefined): Providers['others'][number]['record'] {
  if (!record) return null;
  const { orders, medianBasisPoints, worstBasisPoints, worseAtCheckout, medianMinutes } = record;
  return {
    orders,
    medianPercent: percent(medianBasisPoints),
    worstPercent: percent(worstBasisPoints),
    worseAtCheckout,
    medianMinutes,
  };
}
