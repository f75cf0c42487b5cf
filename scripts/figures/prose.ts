/**
 * What does the prose check refuse? PDFs of papers (which must come in, but for the few that their labels call no paper), PDFs of a
 * viewer's regression tests (most hold no paper), and abstracts and passages as text without pages. The limits were chosen on
 * `real`, `mixed` and `hostile`; `labelled` was read afterwards. `npm run measure prose` writes docs/figures/prose.json.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { francLikeness } from '../../ingest/adapters/franc-likeness.ts'
import { openPaperPool } from '../../ingest/adapters/paper-pool.ts'
import { judgeProse, measureProse, type ReadPaper } from '../../ingest/index.ts'
import { sourceOf, TEST_LIMITS } from '../lib/labelled-papers.ts'
import { hasShared, sharedPath } from '../lib/shared.ts'
import { writeFigures } from '../lib/write-figures.ts'

const PDF_FOLDERS = ['real', 'mixed', 'labelled', 'hostile'] as const
const TEXT_SETS = ['scifact', 'covidqa', 'musique-train', 'hotpotqa-train'] as const
/** Those of the gate's topic `biochem`. */
const LANGUAGES = ['eng'] as const

interface Row {
  readonly set: string
  texts: number
  not_prose: number
  unreadable: number
  /** Names, for sets of papers. */
  readonly refused: string[]
}

if (!hasShared) throw new Error('The papers and texts are in ../shared, which is not here.')
const rows = new Map<string, Row>()
for (const folder of PDF_FOLDERS) await judgePdfs(folder)
for (const set of TEXT_SETS) judgeTexts(set)
writeFigures('prose', { rows: [...rows.values()] })
console.table(
  [...rows.values()].map(({ refused, ...row }) => ({ ...row, refused: refused.slice(0, 4).join(' ') })),
)

async function judgePdfs(folder: (typeof PDF_FOLDERS)[number]): Promise<void> {
  const reader = openPaperPool({ workers: 1, limits: TEST_LIMITS })
  try {
    for (const file of readdirSync(sharedPath('papers', folder)).filter((name) => name.endsWith('.pdf'))) {
      const bytes = readFileSync(sharedPath('papers', folder, file))
      const read = await reader.read(sourceOf(file, bytes), bytes, AbortSignal.timeout(600_000))
      if (read.ok) judge(folder, file, read, folder !== 'hostile')
    }
  } finally {
    await reader.close()
  }
}

function judgeTexts(set: string): void {
  for (const line of readFileSync(sharedPath('data', set, 'corpus.jsonl'), 'utf8').split('\n')) {
    if (line === '') continue
    const { _id, title, text } = JSON.parse(line) as { _id: string; title: string; text: string }
    const page = { number: 1, width: 0, height: 0, text: `${title}\n\n${text}`, boxes: new Float32Array() }
    judge(set, _id, { pages: [page], description: { abstract: text } }, false)
  }
}

function judge(
  set: string,
  name: string,
  {
    pages,
    description,
  }: { pages: ReadPaper['pages']; description: Pick<ReadPaper['description'], 'abstract'> },
  isNamed: boolean,
): void {
  const row = rows.get(set) ?? { set, texts: 0, not_prose: 0, unreadable: 0, refused: [] }
  rows.set(set, row)
  row.texts++
  const refusal = judgeProse(
    measureProse({ pages, abstract: description.abstract }, LANGUAGES, francLikeness),
  )
  if (refusal === null) return
  row[refusal.reason]++
  if (isNamed) row.refused.push(name)
}
