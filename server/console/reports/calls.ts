import type { ConsoleContext } from '../consoleContext.ts';
import type { ConsoleHandlersFor } from '../gateway/consoleHandlers.ts';
import { readDeclinedAttempts, readDeclines } from './declines.ts';
import { exportReport, listExports } from './exports.ts';
import { readFunnel } from './funnel.ts';
import { readMargin, readPostings } from './margin.ts';
import { readDay, readSpread, readTimes, readVolumes } from './reportFigures.ts';
import { readTrialBalance } from './trialBalance.ts';

/** Handlers for reports. */
export function reportCalls(
  context: ConsoleContext,
): ConsoleHandlersFor<
  | 'reportFunnel'
  | 'reportDeclines'
  | 'reportDeclined'
  | 'reportVolumes'
  | 'reportMargin'
  | 'reportPostings'
  | 'reportSpread'
  | 'reportTimes'
  | 'reportDay'
  | 'reportTrialBalance'
  | 'exportList'
  | 'exportReport'
> {
  return {
    reportFunnel: (input) => readFunnel(context, input),
    reportDeclines: (input) => readDeclines(context, input),
    reportDeclined: (input) => readDeclinedAttempts(context, input),
    reportVolumes: (input) => readVolumes(context, input),
    reportMargin: (input) => readMargin(context, input),
    reportPostings: (input) => readPostings(context, input),
    reportSpread: (input) => readSpread(context, input),
    reportTimes: (input) => readTimes(context, input),
    reportDay: (input) => readDay(context, input),
    reportTrialBalance: (input) => readTrialBalance(context, input),
    exportList: (_input, { person }) => listExports(context, person),
    exportReport: (input, { person }) => exportReport(context, input, person),
  };
}
