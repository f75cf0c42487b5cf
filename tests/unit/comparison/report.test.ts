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
  it('mark the better backend with the letter of the worse one', async () => {
    const [quality] = reportTables(await reportOf(two))
    expect(quality?.rows).toEqual([
      ['', 'backend', 'nDCG@10', 'MRR@10', 'Recall@5'],
      ['a', 'good', '1.000 [1.000, 1.000] > b', '1.000 [1.000, 1.000] > b', '1.000 [1.000, 1.000]'],
      ['b', 'bad', '0.631 [0.631, 0.631]', '0.500 [0.500, 0.500]', '1.000 [1.000, 1.000]'],
    ])
  })

  it('tell tokens and cost, in sum and for a question, of those that ask a model', async () => {
    const tables = reportTables(await reportOf(two))
    expect(tables.at(-1)?.rows[1]).toEqual(['bad', '12', '600', '120', '$0.01200', '$0.00100'])
    const without = reportTables(await reportOf({ good: retriever(['right']) }))
    expect(without.map(({ title }) => title)).not.toContain('Tokens and cost')
  })
})

describe('the Markdown report', () => {
  it('names what was compared, what differs, what did not answer and what was left out', async () => {
    const failures = {
      facts: { code: 'MODEL_UNCONFIGURED' as const, message: 'No model.', help: 'Set one.' },
    }
    const page = markdownReport(await reportOf(two, { failures, losses: { bad_query: 2 } }), 'picture.svg')
    expect(page).toContain('12 judged questions')
    expect(page).toContain('Gloss 0.1.0, commit abc123; corpus "main" at seq 7, embedder static')
    expect(page).toContain('![Quality and latency of each backend](picture.svg)')
    expect(page).toContain(
      '| nDCG@10 | good | bad | 0.369 \\[0.369, 0.369\\] | &lt; 0.0005 | &lt; 0.0005 | yes |',
    )
    expect(page).toContain('- facts: No model. Set one. \\[MODEL\\_UNCONFIGURED\\]')
    expect(page).toContain('- bad\\_query: 2')
    expect(page).not.toContain('synthetic')
  })

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
  it('has an interval and a dot for each metric and backend, and a bar for each stage', async () => {
    const svg = await svgReport(await reportOf(two))
    elementsOf(svg)
    const titles = [...svg.matchAll(/<title>([^<]*)<\/title>/g)].map(([, title]) => title)
    expect(titles.filter((title) => title?.includes('95 % interval')).sort()).toEqual([
      '0.500, 95 % interval 0.500 to 0.500',
      '0.631, 95 % interval 0.631 to 0.631',
      ...Array(4).fill('1.000, 95 % interval 1.000 to 1.000'),
    ])
    expect(titles.filter((title) => title?.endsWith(' ms'))).toHaveLength(4)
    expect(svg).toMatch(/nDCG@10[\s\S]*MRR@10[\s\S]*Recall@5[\s\S]*milliseconds/)
    expect(svg).toMatch(/1\.000 &gt; b[\s\S]*>search<[\s\S]*>fuse</)
    expect(svg).toContain('prefers-color-scheme:dark')
  })

  it('says in words what it shows, and that questions are synthetic', async () => {
    const svg = await svgReport(await reportOf(two, { synthetic: true }))
    expect(svg).toMatch(/role="img"[^>]*><title>Backends on 12 synthetic judged questions<\/title>/)
    expect(svg).toMatch(
      /<desc>The questions are synthetic: .* good: nDCG@10 1\.000, .* Stages: search, fuse\.<\/desc>/,
    )
  })

  it('stays inside its sheet', async () => {
    const many = Array.from({ length: 9 }, (_, i) => [`backend number ${i}`, retriever(['right'])])
    const svg = await svgReport(await reportOf(Object.fromEntries(many)))
    const [, width, height] = /viewBox="0 0 (\d+) (\d+)"/.exec(svg) ?? []
    for (const [, x] of svg.matchAll(/ (?:x|cx)="([\d.-]+)"/g))
      expect(Number(x)).toBeLessThanOrEqual(Number(width))
    for (const [, y] of svg.matchAll(/ (?:y|cy)="([\d.-]+)"/g))
      expect(Number(y)).toBeLessThanOrEqual(Number(height))
    expect(svg).not.toMatch(/NaN|Infinity|undefined/)
  })

  it('escapes names and leaves out what XML forbids', async () => {
    const svg = await svgReport(await reportOf({ [HOSTILE]: retriever(['right']) }, { corpus: HOSTILE }))
    expect(elementsOf(svg)).not.toContain('b')
  })
})
