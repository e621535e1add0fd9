import { createActionDefiner } from '../../action/action.ts';
import type { RulesReader } from '../../action/approvalThreshold.ts';
import type { ManualAnswerContext } from '../dispute/sendManualAnswer.ts';
import type { OrderActionContext } from './applyDecision.ts';

export const defineOrderAction = createActionDefiner<{
  readonly worker: OrderActionContext;
  readonly treasury: unknown;
  readonly disputes: ManualAnswerContext;
  readonly configured: RulesReader;
}>();
