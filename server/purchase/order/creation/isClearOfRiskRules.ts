import { judgeOrder, type OrderRiskFacts, type RiskContext } from '../../../risk/judgeOrder.ts';

type BeforePayment = Pick<OrderRiskFacts, 'orderId' | 'buyerId' | 'euroCents' | 'address' | 'clientAddress' | 'isMade'>;

/**
 * Returns whether no risk rule refuses an order or a submission, before card and payer are known. Card testing is detected
 * by the earlier attempts of a buyer, address or IP, so it is refused before the acquirer is called. A refusal is stored
 * through `context.database`; within a transaction it is stored only if the transaction commits.
 */
export async function isClearOfRiskRules(
  context: RiskContext,
  { orderId, buyerId, euroCents, address, clientAddress, isMade }: BeforePayment,
  stage: 'order' | 'submission',
): Promise<boolean> {
  const order = { orderId, buyerId, euroCents, address, clientAddress, isMade };
  const unknown = { cardFingerprint: '', cardCountry: '', homeCountries: [], payerNameDiffers: undefined };
  const decision = await judgeOrder(context, { ...order, ...unknown, holdRequested: false }, stage);
  return decision.outcome !== 'refuse';
}
