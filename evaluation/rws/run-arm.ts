/** One arm over the items of a set: asked once each, graded, and what models said kept, so that a repeated evaluation asks nothing twice. */
import { contentId, forEachConcurrent } from '../../core/index.ts'
import type { LedgerRow } from '../../models/index.ts'
import type { GradingLog } from '../answers/grading/log.ts'
import type { GradedItem } from './figures.ts'
import { gradeStarItem, type StarGrading } from './grade-item.ts'
import type { StarItem } from './items.ts'
import type { StarJudgement, StarVerifier } from './verifier.ts'

export interface StarReply {
  /** Null where the model failed; asked again next time. */
  readonly output: string | null
  /** Code of that failure. */
  readonly failure?: string
  readonly ledger: readonly LedgerRow[]
}

/** A way to answer: a single call, or a pattern of the solver. */
export interface StarArm {
  readonly name: string
  /** Of everything that its answers depend on besides the item: models, prompts, settings. */
  readonly key: string
  /** Model calls for one item, at most. */
  readonly mostCalls: number
  answer(item: StarItem, signal: AbortSignal): Promise<StarReply>
}

export interface ArmRun {
  readonly items: readonly StarItem[]
  readonly log: GradingLog
  readonly grading: StarGrading
  readonly concurrency: number
  readonly onAnswered?: (ended: number, total: number) => void
}

export async function runStarArm(
  arm: StarArm,
  { items, log, grading, concurrency, onAnswered }: ArmRun,
  signal: AbortSignal,
): Promise<GradedItem[]> {
  const graded = new Map<string, GradedItem>()
  const verifier = grading.verifier === null ? null : rememberingVerifier(grading.verifier, log)
  let ended = 0
  await forEachConcurrent(
    items,
    concurrency,
    async (item, inner) => {
      const output = knownOutput(arm, item, log) ?? (await askedOutput(arm, item, log, inner))
      const grade =
        output === null ? null : await gradeStarItem(item, output, { ...grading, verifier }, inner)
      graded.set(item.id, { item, grade })
      onAnswered?.(++ended, items.length)
    },
    signal,
  )
  return items.map(({ id }) => graded.get(id)!)
}

/** How many items of an arm are still to be asked. */
export function leftToAsk(arm: StarArm, items: readonly StarItem[], log: GradingLog): number {
  return items.filter((item) => knownOutput(arm, item, log) === null).length
}

function knownOutput(arm: StarArm, item: StarItem, log: GradingLog): string | null {
  const entry = log.triesOf(answerKey(arm, item)).find(({ isFailed }) => !isFailed)
  return typeof entry?.value === 'string' ? entry.value : null
}

async function askedOutput(
  arm: StarArm,
  item: StarItem,
  log: GradingLog,
  signal: AbortSignal,
): Promise<string | null> {
  const { output, failure, ledger } = await arm.answer(item, signal)
  await log.add({
    key: answerKey(arm, item),
    kind: `answer:${arm.name}`,
    question: item.id,
    value: output ?? failure,
    isFailed: output === null,
    ledger,
  })
  return output
}

function answerKey(arm: StarArm, { id, preamble, question, hint }: StarItem): string {
  return contentId(JSON.stringify(['rws answer', arm.name, arm.key, id, preamble, question, hint]))
}

/** A judgement that failed is asked for again. */
function rememberingVerifier(verifier: StarVerifier, log: GradingLog): StarVerifier {
  return {
    name: verifier.name,
    async verify(order, signal) {
      const key = contentId(JSON.stringify(['rws judgement', verifier.name, order]))
      const known = log.triesOf(key).find(({ isFailed }) => !isFailed)
      if (known !== undefined) return known.value as StarJudgement
      const judgement = await verifier.verify(order, signal)
      const isFailed = judgement.failure !== undefined
      await log.add({ key, kind: 'judgement', question: order.gold, value: judgement, isFailed, ledger: [] })
      return judgement
    },
  }
}
