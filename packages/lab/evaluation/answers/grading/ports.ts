import type { ChatModel, Ledger, PriceTable, StreamingChat } from '../../../../../models/index.ts'
import type { RunStore } from '../../../../../solver/index.ts'
import type { Algebra } from '../graders/index.ts'

/** Dependencies of grading: the runs that answers came from, the model that judges, and the symbolic algebra. */
export interface GradingPorts {
  /** Prices of the judge's tokens. */
  readonly prices: PriceTable
  /** Returns the run store, opened at the first call. */
  runs(): RunStore
  /** Opens the judge. `ledger` counts its calls. Throws `MODEL_UNCONFIGURED` if no judge is configured. */
  openJudge(ledger?: Ledger): ChatModel & StreamingChat
  /** Opens the algebra system, which the caller closes. */
  openAlgebra(): Promise<Algebra>
}
