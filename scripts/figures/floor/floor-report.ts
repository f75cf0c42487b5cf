/** What a model of topicality lets through, asked through the loop: recall by backend against the backend's own, and looks off the topic. */
import { type AnswerabilityModel, LEAST_TOPICALITY, probability } from '../../../retrieval/index.ts'
import { type AskedOfCorpus, isOwn } from './ask-corpora.ts'
import { bySource, mean } from './choose-model.ts'
import { injectedUnits } from './through-the-loop.ts'

export interface RecallFigures {
  /** Recall@3 of the backend by itself. */
  readonly own: number
  readonly inLoop: number
  /** `inLoop` / `own`. */
  readonly kept: number
}

export interface CorpusFigures {
  readonly corpus: string
  readonly questions: number
  readonly recall: Readonly<Record<string, RecallFigures>>
  /** Looks off the topic, and the share of them that put anything in. */
  readonly looks: number
  readonly injected: number
  /** The share by set and kind of query. */
  readonly bySet: Readonly<Record<string, number>>
}

export async function reportOn(
  corpus: string,
  rows: readonly AskedOfCorpus[],
  model: AnswerabilityModel,
): Promise<CorpusFigures> {
  const here = rows.filter((row) => row.corpus === corpus)
  const judged = here.filter((row) => isOwn(row) && row.query.relevant.size > 0)
  const foreign = here.filter((row) => !isOwn(row))
  const recall: Record<string, RecallFigures> = {}
  for (const backend of Object.keys(judged[0]?.evidence ?? {}))
    recall[backend] = await recallOf(judged, backend, model)
  const looks = await Promise.all(
    foreign.map(async (row) => ({ row, isIn: (await unitsInLoop(row, 'auto', model)).size > 0 })),
  )
  const into = new Set(looks.flatMap(({ row, isIn }) => (isIn ? [row] : [])))
  const shareOf = (some: readonly AskedOfCorpus[]) => rounded(mean(some.map((row) => Number(into.has(row)))))
  return {
    corpus,
    questions: judged.length,
    recall,
    looks: foreign.length,
    injected: shareOf(foreign),
    bySet: Object.fromEntries(
      [...bySource(foreign)].map(([source, some]) => [source.replace(/.*asked /, ''), shareOf(some)]),
    ),
  }
}

async function recallOf(
  judged: readonly AskedOfCorpus[],
  backend: string,
  model: AnswerabilityModel,
): Promise<RecallFigures> {
  const share = (row: AskedOfCorpus, units: Iterable<string>) =>
    [...units].filter((unit) => row.right.has(unit)).length / row.query.relevant.size
  const own = mean(
    judged.map((row) =>
      share(
        row,
        (row.evidence[backend] ?? []).map(({ unit }) => unit),
      ),
    ),
  )
  const looped = await Promise.all(
    judged.map(async (row) => share(row, await unitsInLoop(row, backend, model))),
  )
  const inLoop = mean(looped)
  return { own: rounded(own), inLoop: rounded(inLoop), kept: rounded(inLoop / own) }
}

/** With the verdict of this model, which need not be the one that ships. */
async function unitsInLoop(
  { query, closeness, evidence }: AskedOfCorpus,
  backend: string,
  model: AnswerabilityModel,
): Promise<ReadonlySet<string>> {
  const topicality = probability(model, closeness)
  const judged = (evidence[backend] ?? []).map((one) => ({ ...one, topicality }))
  return await injectedUnits(query.text, judged, 'topic')
}

/** For reading: what passes off the topic and what is refused on it, the surest first. */
export function mistakes(rows: readonly AskedOfCorpus[], model: AnswerabilityModel) {
  const scored = rows.map((row) => ({ row, score: rounded(probability(model, row.closeness)) }))
  const line = ({ row: { corpus, set, query, evidence }, score }: (typeof scored)[number]) => ({
    ...{ score, corpus, set, kind: query.kind, query: query.text },
    found: evidence['auto']?.[0]?.text.slice(0, 200) ?? '',
  })
  return {
    passedOffTopic: scored
      .filter(({ row, score }) => !isOwn(row) && score >= LEAST_TOPICALITY)
      .sort((one, other) => other.score - one.score)
      .map(line),
    refusedOnTopic: scored
      .filter(({ row, score }) => isOwn(row) && row.right.size > 0 && score < LEAST_TOPICALITY)
      .sort((one, other) => one.score - other.score)
      .map(line),
  }
}

function rounded(value: number): number {
  return Number(value.toFixed(3))
}
