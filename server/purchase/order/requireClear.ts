import { AppError } from '../../platform/http/appError.ts';
import { judgeOrder, type RiskContext, type RiskQuestion } from '../../risk/judgeOrder.ts';

type BeforePayment = Pick<RiskQuestion, 'orderId' | 'buyerId' | 'euroCents' | 'address' | 'clientAddress' | 'isMade'>;

/**
 * Refuses before anything is paid, when neither card nor payer is known. Card testing shows in what a buyer, an address or
 * a place has tried: it stops here, before the acquirer is asked.
 */
export async function requireClear(
  context: RiskContext,
  { orderId, buyerId, euroCents, address, clientAddress, isMade }: BeforePayment,
  stage: 'order' | 'submission',
): Promise<void> {
  const decision = await judgeOrder(
    context,
    {
      orderId,
      buyerId,
      euroCents,
      address,
      clientAddress,
      cardFingerprint: '',
      cardCountry: '',
      homeCountries: [],
      payerNameDiffers: undefined,
      holdRequested: false,
      isMade,
    },
    stage,
  );
  if (decision.outcome === 'refuse') throw new AppError('risk_control');
}
