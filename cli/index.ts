/** Exports what a package that adds commands needs from the command line: options, the context of a command, and output. */

export { withBackendOption } from './backend-option.ts'
export type { CommandPackage } from './command-package.ts'
export type { BackendOptions } from './commands/evaluation-options.ts'
export { printFailures, printReservations, withBackendOptions } from './commands/evaluation-options.ts'
export { filterOf, withFilterOptions } from './commands/filter-options.ts'
export type { GivenSettings } from './commands/given-settings.ts'
export { addSetting } from './commands/given-settings.ts'
export { modelLines } from './commands/ingest-report.ts'
export type { BudgetOptions, PlanOptions } from './commands/run-options.ts'
export {
  budgetOf,
  budgetOfEachRun,
  requestOf,
  WATCHERS,
  withBudgetOptions,
  withPlanOptions,
} from './commands/run-options.ts'
export { setListener } from './commands/solve-set.ts'
export { agreed } from './consent.ts'
export type { CommonOptions, Context } from './context.ts'
export { withCommonOptions, withContext, withRankingOptions } from './context.ts'
export { monitorNamed, withMonitorOption } from './monitor-option.ts'
export { decimalNumber, listOf, oneOf, wholeNumber } from './options.ts'
export type { Output } from './output.ts'
export { counted, createOutput, shownPath, table } from './output.ts'
