/** Grades the answers of one arm; answers of Parser and Judge are kept, so that a repeated evaluation asks nothing twice. */
import { contentId, forEachConcurrent } from '../../../../core/index.ts'
import type { GradingLog } from '../answers/grading/log.ts'
import type { GradedItem } from './figures.ts'
import { gradeStarItem, type StarGrading } from './grade-item.ts'
import type { StarItem } from './items.ts'
import type { StarJudgement, StarVerifier } from './verifier.ts'

export interface StarAnswers {
  readonly items: readonly StarItem[]
  /** Whole outputs by item; an item without one had a failed run. */
  readonly outputs: ReadonlyMap<string, string>
  readonly log: GradingLog
  readonly grading: StarGrading
  readonly concurrency: number
  readonly onGraded?: (ended: number, total: number) => void
}

/** Returns grades in the order of the items. */
export async function gradeStarAnswers(
  { items, outputs, log, grading, concurrency, onGraded }: StarAnswers,
  signal: AbortSignal,
): Promise<GradedItem[]> {
  const graded = new Map<string, GradedItem>()
  const verifier = grading.verifier === null ? null : rememberingVerifier(grading.verifier, log)
  const gradeOne = async (item: StarItem, inner: AbortSignal) => {
    const output = outputs.get(item.id)
    const grade =
      output === undefined ? null : await gradeStarItem(item, output, { ...grading, verifier }, inner)
    graded.set(item.id, { item, grade })
    onGraded?.(graded.size, items.length)
  }
  await forEachConcurrent(items, concurrency, gradeOne, signal)
  return items.map(({ id }) => graded.get(id)!)
}

/** Returns a verifier with a log. A judgement that failed is asked for again. */
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
