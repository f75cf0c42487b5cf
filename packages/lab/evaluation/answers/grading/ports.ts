import type { ChatModel, Ledger, PriceTable, StreamingChat } from '../../../../../models/index.ts'
import type { RunStore } from '../../../../../solver/index.ts'
import type { Algebra } from '../graders/index.ts'

/** What grading needs from outside: the runs that answers came from, the model that judges, and the symbolic algebra. */
export interface GradingPorts {
  /** Of the judge's tokens. */
  readonly prices: PriceTable
  /** Opened with the first call. */
  runs(): RunStore
  /** `ledger` counts what is asked. Throws `MODEL_UNCONFIGURED` where no judge is configured. */
  openJudge(ledger?: Ledger): ChatModel & StreamingChat
  /** The caller closes it. */
  openAlgebra(): Promise<Algebra>
}
