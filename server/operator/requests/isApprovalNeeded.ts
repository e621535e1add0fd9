import type { ThresholdContext } from '../../action/approvalThreshold.ts';
import type { NewRequest } from '../../action/requests/requestStore.ts';
import { type ConfigurationReader, createConfigurationReader } from '../../configuration/createConfigurationReader.ts';
import type { OperatorAction } from '../operatorAction.ts';

/** `configured`: the configuration, if the caller has read it once for many requests. */
export type ApprovalContext = ThresholdContext & { readonly configured?: ConfigurationReader | undefined };

/** Returns true if a request needs a second person now. Called when it is made, and again before it is executed. */
export async function isApprovalNeeded(
  context: ApprovalContext,
  action: OperatorAction,
  request: NewRequest,
): Promise<boolean> {
  const { configured = createConfigurationReader(context.database) } = context;
  return action.secondPerson.holds({ ...context, configured }, request);
}
