/** Makes and confirms proofs: quotations with hashes of papers, boxes and settings, which a machine with the same papers can confirm. */
import { z } from 'zod'
import { type DeepReadonly, defined, GlossError, readText } from '../../core/index.ts'
import { findPaper } from '../wiring/find-by-name.ts'
import type { Gloss } from '../wiring/gloss.ts'
import { packageVersion } from '../wiring/own-version.ts'
import { type CheckedQuote, type QuoteInput, VerdictShape, verifyQuotes } from './verify-quotes.ts'

const FORMAT = 'gloss-proof-1'

const ProofShape = z.object({
  format: z.literal(FORMAT),
  settings: z.record(z.string(), z.string()),
  question: z.string().optional(),
  answer: z.string().optional(),
  papers: z.array(z.object({ id: z.string(), title: z.string(), recipe: z.string() })),
  quotes: z.array(VerdictShape.extend({ quote: z.string() })),
})
type Proof = DeepReadonly<z.output<typeof ProofShape>>

/** Quotations with their verdicts, and the question and the answer that they are from. */
export interface CheckedQuotes {
  readonly given: readonly QuoteInput[]
  readonly checked: readonly CheckedQuote[]
  readonly question?: string
  readonly answer?: string
}

/** Makes a proof. A paper's id is the hash of its file. */
export async function makeProof(gloss: Gloss, made: CheckedQuotes): Promise<Proof> {
  const { store, embedder } = await gloss.session()
  const ids = [...new Set(made.checked.flatMap(({ paper }) => paper ?? []))]
  const papers = (await store.papersOf(ids)).flatMap((paper) => paper ?? [])
  return {
    format: FORMAT,
    settings: { version: packageVersion(), embedder: embedder.id },
    ...defined({ question: made.question, answer: made.answer }),
    papers: papers.map(({ id, title, recipe }) => ({ id, title, recipe })),
    quotes: made.checked.map((quote, at) => ({ ...quote, quote: made.given[at]!.quote })),
  }
}

export interface ConfirmedProof {
  readonly isConfirmed: boolean
  readonly quotes: number
  /** Papers that this corpus lacks: another file is another paper. */
  readonly missingPapers: readonly { readonly id: string; readonly title: string }[]
  readonly differences: readonly {
    readonly id: string
    readonly field: string
    readonly proof: unknown
    readonly here: unknown
  }[]
}

/** Points by which boxes may differ: twice the rounding of stored boxes. */
const BOX_TOLERANCE = 0.1
const FIELDS = ['verdict', 'change', 'paper', 'page', 'span', 'text'] as const

/** Checks every quotation again. Throws `FILE_UNREADABLE` for a file that is no proof. */
export async function confirmProof(gloss: Gloss, path: string, signal: AbortSignal): Promise<ConfirmedProof> {
  const { papers, quotes } = await readProof(path)
  const { store } = await gloss.session()
  const known = await Promise.all(papers.map(({ id }) => findPaper(store, id).catch(() => null)))
  const missingPapers = papers.filter((_, at) => known[at] === null).map(({ id, title }) => ({ id, title }))
  const gone = new Set(missingPapers.map(({ id }) => id))
  const here = quotes.filter(({ paper }) => paper === null || !gone.has(paper))
  const given = here.map(({ id, quote, paper }) => ({ id, quote, ...(paper === null ? {} : { paper }) }))
  const checked = await verifyQuotes(gloss, { quotes: given }, signal)
  const differences = checked.flatMap((quote, at) => differencesOf(here[at]!, quote))
  const isConfirmed = missingPapers.length === 0 && differences.length === 0
  return { isConfirmed, quotes: quotes.length, missingPapers, differences }
}

function differencesOf(proof: CheckedQuote, here: CheckedQuote): ConfirmedProof['differences'] {
  const { id } = proof
  const fields = FIELDS.filter((field) => JSON.stringify(proof[field]) !== JSON.stringify(here[field])).map(
    (field) => ({ id, field, proof: proof[field], here: here[field] }),
  )
  const isMoved = !hasSameBoxes(proof.boxes, here.boxes)
  return isMoved ? [...fields, { id, field: 'boxes', proof: proof.boxes, here: here.boxes }] : fields
}

function hasSameBoxes(one: CheckedQuote['boxes'], other: CheckedQuote['boxes']): boolean {
  const sides = (pages: CheckedQuote['boxes']) =>
    pages.flatMap(({ page, boxes }) =>
      boxes.flatMap((box) => [page, box.left, box.top, box.right, box.bottom]),
    )
  const [ours, theirs] = [sides(one), sides(other)]
  return (
    ours.length === theirs.length && ours.every((side, at) => Math.abs(side - theirs[at]!) <= BOX_TOLERANCE)
  )
}

async function readProof(path: string): Promise<Proof> {
  const text = await readText(path, 'A proof is confirmed')
  try {
    return ProofShape.parse(JSON.parse(text))
  } catch (cause) {
    const facts = { file: path, reason: 'not_a_proof' }
    throw new GlossError(
      'FILE_UNREADABLE',
      `${path} is not a proof: write one with \`gloss verify --marks\`.`,
      facts,
      { cause },
    )
  }
}
