/**
 * What does one hit per place of a paper change? Every unit a hit against one hit for each place, by `auto`: nDCG@10 by paper, distinct papers
 * and distinct text in the first 3, 5 and 10, and whether the answer stands there. Writes docs/figures/places.json.
 * Run: npm run measure places [-- --workspace DIR]
 */
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { type CorpusSession, loadConfig, openGloss } from '../../app/index.ts'
import type { AnswerHit } from '../../app/wiring/answer-hit.ts'
import { hasShared, sharedPath } from '../lib/shared.ts'
import { writeFigures } from '../lib/write-figures.ts'
import { openPlaceSets, type PlaceQuestion } from './places/place-sets.ts'
import { distinctCharacters, ndcgByPaper } from './places/ranking-figures.ts'

const CUTS = [3, 5, 10] as const
const DEPTH = 10
const never = new AbortController().signal

const { values: options } = parseArgs({ options: { workspace: { type: 'string' } } })

async function measure(session: CorpusSession, questions: readonly PlaceQuestion[], isPlain: boolean) {
  const rows: { readonly question: PlaceQuestion; readonly rankings: readonly (readonly AnswerHit[])[] }[] =
    []
  for (const question of questions) {
    const rankings: (readonly AnswerHit[])[] = []
    for (const k of CUTS)
      rankings.push((await session.retrieve({ query: question.text, k, isPlain }, never)).hits)
    rows.push({ question, rankings })
  }
  const meanOf = (value: (row: (typeof rows)[number]) => number) =>
    Number((rows.reduce((sum, row) => sum + value(row), 0) / rows.length).toFixed(4))
  const ndcg = meanOf(({ question, rankings }) =>
    ndcgByPaper(rankings.at(-1) ?? [], question.relevant, DEPTH),
  )
  const inFirst = CUTS.map((cut, at) => {
    const hits = ({ rankings }: (typeof rows)[number]) => rankings[at] ?? []
    const isAnswered = ({ question: { answer }, rankings }: (typeof rows)[number]) =>
      (rankings[at] ?? []).some(({ text, reading }) => answer?.test(oneLine(`${text} ${reading ?? ''}`)))
    return [
      cut,
      {
        papers: meanOf((row) => new Set(hits(row).map(({ paper }) => paper)).size),
        characters: meanOf((row) => distinctCharacters(hits(row))),
        ...(questions.some(({ answer }) => answer !== null)
          ? { answered: meanOf((row) => Number(isAnswered(row))) }
          : {}),
        /** Questions with fewer hits than were asked for. */
        short: rows.filter((row) => hits(row).length < cut).length,
      },
    ] as const
  })
  return { 'ndcg@10': ndcg, inFirst: Object.fromEntries(inFirst) }
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ')
}

if (!hasShared) console.log('skipped: ../shared is not here')
else {
  const workspace = options.workspace ?? (await mkdtemp(join(tmpdir(), 'gloss-places-')))
  const gloss = await openGloss(loadConfig({ workspace, embedder: 'static', models: sharedPath('models') }))
  const sets: Record<string, unknown> = {}
  for (const { name, open } of openPlaceSets(gloss, workspace, never)) {
    const { session, questions } = await open()
    const figures = {
      questions: questions.length,
      plain: await measure(session, questions, true),
      places: await measure(session, questions, false),
    }
    console.dir({ [name]: figures }, { depth: null })
    sets[name] = figures
  }
  await gloss.close()
  const about =
    'auto, embedder static; means over the questions; characters: of the papers, each counted once'
  writeFigures('places', { about, sets })
}
