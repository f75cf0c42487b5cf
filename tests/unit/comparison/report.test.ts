/** Reports say what was measured, and nothing in a name is read as markup. */
import { Parser } from 'htmlparser2'
import { describe, expect, it } from 'vitest'
import { svgReport } from '../../../comparison/adapters/svg-report.ts'
import {
  comparePairs,
  evaluateRetrieval,
  handedOn,
  markdownReport,
  type RetrievalReport,
  reportTables,
} from '../../../comparison/index.ts'
import type { Retriever } from '../../../retrieval/index.ts'

const QUESTIONS = Array.from({ length: 12 }, (_, i) => ({
  id: String(i),
  text: `q${i}`,
  judgements: new Map([['right', 1]]),
}))

function retriever(papers: readonly string[], more: object = {}): Retriever {
  const hits = papers.map((paper, i) => ({ unit: paper, paper, rank: i + 1, score: 1 / (i + 1), why: {} }))
  return { name: 'fixed', retrieve: async () => ({ hits, stages: { search: 1, fuse: 0.5 }, ...more }) }
}

async function reportOf(
  retrievers: Readonly<Record<string, Retriever>>,
  more: Partial<RetrievalReport> = {},
): Promise<RetrievalReport> {
  const all = await Promise.all(
    Object.entries(retrievers).map(async ([name, one]) => {
      const { figures, questions } = await evaluateRetrieval(one, QUESTIONS, ({ paper }) => paper)
      return { name, figures, questions }
    }),
  )
  return {
    corpus: 'main',
    seq: 7,
    gloss: { version: '0.1.0', commit: 'abc123' },
    embedder: 'static',
    questions: { queries: 'q.jsonl', qrels: 'r.tsv', asked: QUESTIONS.length },
    synthetic: false,
    losses: {},
    backends: Object.fromEntries(all.map(({ name, figures }) => [name, figures])),
    failures: {},
    sameAs: handedOn(Object.fromEntries(all.map(({ name, questions }) => [name, questions]))),
    pairs: comparePairs(Object.fromEntries(all.map(({ name, questions }) => [name, questions]))),
    ...more,
  }
}

const usage = { calls: 1, promptTokens: 50, completionTokens: 10, cost: 0.001 }
const two = { good: retriever(['right']), bad: retriever(['wrong', 'right'], { usage }) }
const HOSTILE = '<b>&"|`[x](y)\u0001'

/** Names of the elements; throws for what XML would not take: tags that do not match, a stray `<` or `&`. */
function elementsOf(svg: string): string[] {
  expect(svg).not.toMatch(/&(?!amp;|lt;|gt;|quot;)/)
  expect(svg).not.toContain('\u0001')
  const open: string[] = []
  const names: string[] = []
  const parser = new Parser(
    {
      onopentag: (name) => {
        names.push(name)
        open.push(name)
      },
      onclosetag: (name, isImplied) => {
        expect([open.pop(), isImplied && !SELF_CLOSING.has(name)]).toEqual([name, false])
      },
    },
    { xmlMode: true },
  )
  parser.end(svg)
  expect(open).toEqual([])
  return names
}
const SELF_CLOSING = new Set(['rect', 'path', 'circle', 'line'])

describe('the tables of a report', () => {
  it('tell tokens and cost, in sum and for a question, of those that ask a model', async () => {
    const tables = reportTables(await reportOf(two))
    expect(tables.at(-1)?.rows[1]).toEqual(['bad', '12', '600', '120', '$0.01200', '$0.00100'])
    const without = reportTables(await reportOf({ good: retriever(['right']) }))
    expect(without.map(({ title }) => title)).not.toContain('Tokens and cost')
  })
})

describe('the Markdown report', () => {
  it('says so where questions are synthetic', async () => {
    const page = markdownReport(await reportOf(two, { synthetic: true }), 'x.svg')
    expect(page).toMatch(/\*\*The questions are synthetic: .*\*\*/)
  })

  it('escapes names', async () => {
    const page = markdownReport(
      await reportOf({ [HOSTILE]: retriever(['right']) }, { corpus: HOSTILE }),
      'x.svg',
    )
    expect(page).not.toContain('<b>')
    expect(page).toContain('| &lt;b>&amp;"\\|\\`\\[x\\](y)')
  })
})

describe('the picture of a report', () => {
  it('says in words what it shows, and that questions are synthetic', async () => {
    const svg = await svgReport(await reportOf(two, { synthetic: true }))
    expect(svg).toMatch(/role="img"[^>]*><title>Backends on 12 synthetic judged questions<\/title>/)
    expect(svg).toMatch(
      /<desc>The questions are synthetic: .* good: nDCG@10 1\.000, .* Stages: search, fuse\.<\/desc>/,
    )
  })

  it('escapes names and leaves out what XML forbids', async () => {
    const svg = await svgReport(await reportOf({ [HOSTILE]: retriever(['right']) }, { corpus: HOSTILE }))
    expect(elementsOf(svg)).not.toContain('b')
  })
})
