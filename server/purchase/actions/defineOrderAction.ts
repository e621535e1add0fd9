import { createActionDefiner } from '../../action/action.ts';
import type { ManualAnswerContext } from '../dispute/sendManualAnswer.ts';
import type { OrderActionContext } from './applyDecision.ts';

export const defineOrderAction = createActionDefiner<{
  readonly worker: OrderActionContext;
  readonly disputes: ManualAnswerContext;
}>();
