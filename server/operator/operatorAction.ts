import type { AccountActionContext } from '../account/actions/defineAccountAction.ts';
import type { Action } from '../action/action.ts';
import type { ConfigurationReader } from '../configuration/createConfigurationReader.ts';
import type { Log } from '../platform/log/log.ts';
import type { OrderActionContext } from '../purchase/actions/applyDecision.ts';
import type { ManualAnswerContext } from '../purchase/dispute/sendManualAnswer.ts';
import type { TreasuryActionContext } from '../treasury/actions/defineTreasuryAction.ts';
import type { JudgingContext } from './persons/judgeRequest.ts';

/** The context of each executor. */
export type OperatorContext = JudgingContext & OrderActionContext & AccountActionContext;
export type TreasuryRequestContext = JudgingContext & TreasuryActionContext & { readonly log: Log };
export type EvidenceRequestContext = JudgingContext & ManualAnswerContext & { readonly log: Log };

/** An action of any module: the executors have what its functions need. */
export type OperatorAction<Name extends string = string> = Action<
  Name,
  {
    readonly worker: OperatorContext;
    readonly treasury: TreasuryRequestContext;
    readonly disputes: EvidenceRequestContext;
    readonly configured: ConfigurationReader;
  }
>;
