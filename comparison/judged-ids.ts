/** Maps a hit to the id that judgements use: the document's own id, the paper's, or the unit's. */
import { ID_FORM, invalidInput } from '../core/index.ts'
import { allPapers, type CorpusReader, type Unit } from '../corpus/index.ts'
import type { IdOfHit, JudgedQuestion } from './retrieval.ts'

export interface JudgedIds {
  /** The same questions; those whose judgements name units are marked. */
  readonly questions: readonly JudgedQuestion[]
  readonly nameOf: IdOfHit
  /** Relevant documents that the corpus lacks, so that no backend can find them. */
  readonly missing: number
}

// Units per call; chosen, not measured.
const BATCH = 500

/** Opens the mapping. Throws `INPUT_INVALID` if the corpus has none of the judged documents. Reads every paper's row once. */
export async function openJudgedIds(
  corpus: string,
  store: CorpusReader,
  questions: readonly JudgedQuestion[],
): Promise<JudgedIds> {
  const names = await paperNames(store)
  const known = new Set([...names.keys(), ...names.values()])
  const relevant = relevantIds(questions)
  const units = await unitsById(
    store,
    relevant.filter((id) => ID_FORM.test(id) && !known.has(id)),
  )
  const missing = relevant.filter((id) => !known.has(id) && !units.has(id)).length
  if (missing === relevant.length)
    throw invalidInput(
      'qrels',
      `None of the ${relevant.length} judged documents is in the corpus "${corpus}". Name the corpus that contains them with --corpus, or import them: gloss import DIR --format beir --corpus NAME`,
      { corpus },
    )
  return {
    questions: questions.map((question) =>
      [...question.judgements.keys()].some((id) => units.has(id))
        ? { ...question, isOfUnits: true }
        : question,
    ),
    nameOf: (hit, { isOfUnits, judgements }) =>
      isOfUnits === true
        ? unitFound(hit, judgedUnits(judgements, units), store)
        : (nameJudged(hit.paper, judgements) ?? names.get(hit.paper) ?? hit.paper),
    missing,
  }
}

/** Returns our id of a paper if the judgements use it, although the source gave the paper another. */
function nameJudged(paper: string, judgements: JudgedQuestion['judgements']): string | undefined {
  return judgements.has(paper) ? paper : undefined
}

function judgedUnits(judgements: JudgedQuestion['judgements'], units: ReadonlyMap<string, Unit>): Unit[] {
  return [...judgements.keys()].flatMap((id) => units.get(id) ?? [])
}

/** Returns the judged unit that a hit contains: a passage with the whole unit answers as well as the unit itself. */
async function unitFound(
  { unit, paper }: { readonly unit: string; readonly paper: string },
  judged: readonly Unit[],
  store: CorpusReader,
): Promise<string> {
  const nearby = judged.filter((one) => one.paper === paper)
  if (nearby.length === 0 || nearby.some(({ id }) => id === unit)) return unit
  const [hit] = await store.units([unit])
  return nearby.find((one) => hit != null && isWithin(one, hit))?.id ?? unit
}

function isWithin(inner: Unit, outer: Unit): boolean {
  if (inner.start === null || inner.end === null || outer.start === null || outer.end === null) return false
  return outer.start <= inner.start && inner.end <= outer.end
}

async function paperNames(store: CorpusReader): Promise<Map<string, string>> {
  const names = new Map<string, string>()
  for await (const { id, document } of allPapers(store)) names.set(id, document ?? id)
  return names
}

function relevantIds(questions: readonly JudgedQuestion[]): string[] {
  const ids = questions.flatMap(({ judgements }) =>
    [...judgements].filter(([, gain]) => gain > 0).map(([id]) => id),
  )
  return [...new Set(ids)]
}

async function unitsById(store: CorpusReader, ids: readonly string[]): Promise<Map<string, Unit>> {
  const found = new Map<string, Unit>()
  for (let from = 0; from < ids.length; from += BATCH)
    for (const unit of await store.units(ids.slice(from, from + BATCH)))
      if (unit !== null) found.set(unit.id, unit)
  return found
}
