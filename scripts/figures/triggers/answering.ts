/**
 * Do the queries of the marked doubts find the statement that answers them, among 1,412 units on other things, and how many tokens would be
 * put in? The statements were written for the traces, so this compares ways to ask; it is no figure for a corpus.
 */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildGraph, type CorpusSession, importPath, loadConfig, openGloss } from '../../../app/index.ts'
import { estimateTokens } from '../../../models/index.ts'
import {
  createExtractiveInjector,
  createLexicalQuerier,
  DEFAULT_LOOP,
  type Evidence,
  type Look,
  type MonitorVerdict,
  namesOfGraph,
} from '../../../monitor/index.ts'
import { LEAST_TOPICALITY } from '../../../retrieval/index.ts'
import { agreementOn, lookedAt } from '../../lib/monitor-looks.ts'
import { sharedPath } from '../../lib/shared.ts'
import type { Trace } from '../../lib/traces.ts'

interface Case {
  readonly look: Look
  readonly verdict: MonitorVerdict
  readonly unit: string
  readonly textSoFar: string
}

const never = new AbortController().signal
const { k } = DEFAULT_LOOP

/** For each marked doubt the first look that sees all of it; its doubtful sentence is the monitor's where that lies there, else the marked one. */
async function casesOf(traces: readonly Trace[]): Promise<Case[]> {
  const cases: Case[] = []
  for (const { text, doubts } of traces) {
    const looks = await lookedAt(text)
    for (const { start, end, unit } of doubts) {
      const seen = looks.find(({ look }) => look.offset >= end) ?? looks.at(-1)
      if (seen === undefined) continue
      const { look, verdict, doubt } = seen
      const from = look.offset - look.window.length
      const isThere = doubt !== null && doubt.start < end && doubt.end > start
      const marked = { start: Math.max(0, start - from), end: Math.min(look.window.length, end - from) }
      const told = isThere ? verdict : { ...verdict, doubt: marked }
      cases.push({ look, verdict: told, unit, textSoFar: text.slice(0, look.offset) })
    }
  }
  return cases
}

type Asker = (one: Case) => Promise<readonly string[]>

const askers: Readonly<Record<string, Asker>> = {
  window: async ({ look }) => [look.window],
  sentence: async ({ look, verdict }) => [look.window.slice(verdict.doubt?.start, verdict.doubt?.end)],
  lexical: async ({ look, verdict }) => (await createLexicalQuerier().queries(look, verdict, never)).queries,
}

export async function answering(traces: readonly Trace[]) {
  const cases = await casesOf(traces)
  const folder = await mkdtemp(join(tmpdir(), 'gloss-triggers-'))
  const gloss = await openGloss(loadConfig({ workspace: folder }, { GLOSS_MODELS: sharedPath('models') }))
  try {
    await writeCorpus(folder, [...new Set(cases.map(({ unit }) => unit))])
    await importPath(gloss, { format: 'beir', path: folder }, never)
    const session = await gloss.session()
    await buildGraph(gloss, { consent: async () => false }, never)
    const graph = await (await session.names()).whenCurrent((state) => state.graph)
    const names = namesOfGraph(() => graph)
    const hits: Record<string, Awaited<ReturnType<typeof hitsOf>>> = {}
    for (const [name, ask] of Object.entries(askers)) hits[name] = await hitsOf(cases, ask, session)
    return {
      doubts: cases.length,
      asked: hits,
      tokensPerInjection: await tokensOf(cases, session),
      withNames: await agreementOn(traces, { names }),
    }
  } finally {
    await gloss.close()
    await rm(folder, { recursive: true, force: true })
  }
}

async function writeCorpus(folder: string, right: readonly string[]): Promise<void> {
  const others = JSON.parse(
    await readFile(sharedPath('data', 'eigen1-units', 'paragraphs.json'), 'utf8'),
  ) as readonly string[]
  const lines = [...right, ...others].map((text, i) => JSON.stringify({ _id: `unit-${i}`, title: '', text }))
  await writeFile(join(folder, 'corpus.jsonl'), `${lines.join('\n')}\n`)
}

async function hitsOf(
  cases: readonly Case[],
  ask: (one: Case) => Promise<readonly string[]>,
  session: CorpusSession,
) {
  let [first, third, onTopic, words] = [0, 0, 0, 0]
  for (const one of cases) {
    const [query = ''] = await ask(one)
    const found = await foundBy(query, session)
    if (found[0]?.text === one.unit) first++
    const right = found.find(({ text }) => text === one.unit)
    if (right !== undefined) third++
    if ((right?.topicality ?? 0) >= LEAST_TOPICALITY) onTopic++
    words += query.split(/\s+/).length
  }
  const mean = (sum: number) => Number((sum / cases.length).toFixed(3))
  return { 'hit@1': mean(first), 'hit@3': mean(third), onTopic: mean(onTopic), words: mean(words) }
}

async function tokensOf(cases: readonly Case[], session: CorpusSession): Promise<number> {
  let tokens = 0
  for (const one of cases) {
    const queries = await askers['lexical']!(one)
    const evidence = await foundBy(queries[0] ?? '', session)
    const order = { text: one.textSoFar, channel: 'reasoning', queries, evidence } as const
    tokens += estimateTokens((await createExtractiveInjector().write(order, never)).text)
  }
  return Number((tokens / cases.length).toFixed(1))
}

async function foundBy(query: string, session: CorpusSession): Promise<Evidence[]> {
  if (query === '') return []
  const { hits, topicality } = await session.retrieve({ query, k, backend: 'hybrid' }, never)
  return hits.map(({ unit, text, paper, title, page, locator, span, score, why }) => ({
    ...{ unit, text, paper, title, page, locator, span, score, topicality },
    similarity: why.cosine ?? null,
  }))
}
