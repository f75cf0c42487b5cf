/**
 * Measures word search in papers in languages other than English: recall@3 and MRR of papers by backend, for each language separately and
 * for all of them in one corpus with the English sample papers. `npm run measure languages`.
 */
import { mkdtempDisposable } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type CorpusSession, ingestPaths, loadConfig, openGloss } from '../../../app/index.ts'
import { closingAsync } from '../../../core/index.ts'
import {
  type AskedPaper,
  LANGUAGE_SETS,
  readLanguageSet,
  writePapers,
} from '../../../tests/fixtures/language-sets.ts'

const SAMPLES = join(import.meta.dirname, '..', '..', '..', 'samples', 'papers')
const BACKENDS = ['words', 'hybrid', 'auto'] as const
const CUTOFF = 3

interface Figures {
  readonly recall: number
  readonly mrr: number
  readonly missed: readonly string[]
}

async function measured(papers: readonly AskedPaper[], more: readonly string[]): Promise<void> {
  await using temporary = await mkdtempDisposable(join(tmpdir(), 'gloss-languages-'))
  const root = temporary.path
  await using gloss = closingAsync(await openGloss(loadConfig({ workspace: join(root, 'workspace') }, {})))
  writePapers(join(root, 'papers'), papers)
  const signal = new AbortController().signal
  await ingestPaths(gloss, { paths: [join(root, 'papers'), ...more], topic: 'none' }, () => undefined, signal)
  const session = await gloss.session()
  for (const backend of BACKENDS) {
    const { recall, mrr, missed } = await figuresOf(session, papers, backend)
    console.log(`${backend}: Recall@${CUTOFF} ${recall.toFixed(3)}, MRR ${mrr.toFixed(3)}`)
    for (const question of missed) console.log(`   not among the first ${CUTOFF}: ${question}`)
  }
}

async function figuresOf(
  session: CorpusSession,
  papers: readonly AskedPaper[],
  backend: (typeof BACKENDS)[number],
): Promise<Figures> {
  const asked = papers.flatMap(({ title, questions }) => questions.map((question) => ({ title, question })))
  let found = 0
  let reciprocals = 0
  const missed: string[] = []
  for (const { title, question } of asked) {
    const { hits } = await session.retrieve({ query: question, backend, k: 10, onePerPaper: true })
    const place = hits.findIndex((hit) => hit.title === title)
    if (place >= 0) reciprocals += 1 / (place + 1)
    if (place >= 0 && place < CUTOFF) found++
    else missed.push(question)
  }
  return { recall: found / asked.length, mrr: reciprocals / asked.length, missed }
}

const all = LANGUAGE_SETS.map(readLanguageSet)
for (const [i, set] of all.entries()) {
  console.log(`\n${LANGUAGE_SETS[i]}`)
  await measured(set, [])
}
console.log('\nall four and the English sample papers')
await measured(all.flat(), [SAMPLES])
