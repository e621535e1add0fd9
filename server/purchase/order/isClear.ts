import { judgeOrder, type RiskContext, type RiskQuestion } from '../../risk/judgeOrder.ts';

type BeforePayment = Pick<RiskQuestion, 'orderId' | 'buyerId' | 'euroCents' | 'address' | 'clientAddress' | 'isMade'>;

/**
 * Whether no rule refuses what is about to begin, when neither card nor payer is known. Card testing shows in what a buyer, an
 * address or a place has tried: it stops here, before the acquirer is asked. The decision is written through `context.database`;
 * inside a transaction it is kept only if that commits.
 */
export async function isClear(
  context: RiskContext,
  { orderId, buyerId, euroCents, address, clientAddress, isMade }: BeforePayment,
  stage: 'order' | 'submission',
): Promise<boolean> {
  const order = { orderId, buyerId, euroCents, address, clientAddress, isMade };
  const unknown = { cardFingerprint: '', cardCountry: '', homeCountries: [], payerNameDiffers: undefined };
  const decision = await judgeOrder(context, { ...order, ...unknown, holdRequested: false }, stage);
  return decision.outcome !== 'refuse';
}
