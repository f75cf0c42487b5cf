/**
 * What is asked of every corpus: the questions of judged sets, questions of other kinds, and what the loop itself asks: key words of
 * doubts and whole windows of the reasoning traces.
 */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createLexicalQuerier } from '../../../monitor/index.ts'
import { type LookedAt, lookedAt } from '../../lib/monitor-looks.ts'
import { sharedPath } from '../../lib/shared.ts'
import { type MarkedDoubt, readTraces, type Trace } from '../../lib/traces.ts'
import { type Field, JUDGED_SETS, judgedQueries } from './judged-corpora.ts'

/** The traces' doubts and the statements that settle them. */
export const TRACES = 'traces'

export interface AskedQuery {
  /** Where it comes from. */
  readonly set: string
  readonly kind: 'question' | 'key words' | 'window'
  readonly text: string
  /** Ids of documents; of the traces, texts of units. Empty where nothing was judged. */
  readonly relevant: ReadonlySet<string>
}

/** Null: of several fields. */
const FIELDS: Readonly<Record<string, Field | 'sciences' | null>> = {
  ...Object.fromEntries(Object.entries(JUDGED_SETS).map(([set, { field }]) => [set, field])),
  samples: 'life sciences',
  exams: 'sciences',
  scibench: 'sciences',
  [TRACES]: 'sciences',
}
const ENCYCLOPEDIA: Field = 'encyclopedia'
const SAMPLES = join(import.meta.dirname, '..', '..', '..', 'samples', 'questions.jsonl')
const EVERY_PROBLEM = 5
const NOTHING: ReadonlySet<string> = new Set()
const never = new AbortController().signal

/** One of the two is an encyclopedia and the other is not; within the sciences, what is off a corpus's topic is not known. */
export function isOffTopic(corpus: string, set: string): boolean {
  return (FIELDS[corpus] === ENCYCLOPEDIA) !== (FIELDS[set] === ENCYCLOPEDIA)
}

export async function askedQueries(): Promise<AskedQuery[]> {
  const judged = await Promise.all(
    Object.keys(JUDGED_SETS).map(async (set) =>
      (await judgedQueries(set)).map((query) => ({ set, kind: 'question' as const, ...query })),
    ),
  )
  const others = { samples: await sampleQuestions(), exams: await exams(), scibench: await problems() }
  const unjudged = Object.entries(others).flatMap(([set, texts]) =>
    texts.map((text) => ({ set, kind: 'question' as const, text, relevant: NOTHING })),
  )
  return [...judged.flat(), ...unjudged, ...(await ofTraces(readTraces()))]
}

async function sampleQuestions(): Promise<string[]> {
  const lines = (await readFile(SAMPLES, 'utf8')).trim().split('\n')
  return lines.map((line) => (JSON.parse(line) as { readonly text: string }).text)
}

/** Without the choices of answers. */
async function exams(): Promise<string[]> {
  const files = ['supergpqa-hard.json', 'trqa_lit_converted.json']
  const rows = await Promise.all(
    files.map(async (file) => JSON.parse(await readFile(sharedPath('data', 'questions', file), 'utf8'))),
  )
  return (rows.flat() as { readonly query: string }[]).map(({ query }) => query.split('\n\n')[0] ?? query)
}

async function problems(): Promise<string[]> {
  const rows = JSON.parse(await readFile(sharedPath('data', 'scibench', 'problems.json'), 'utf8')) as {
    readonly problem_text: string
  }[]
  return rows.filter((_, at) => at % EVERY_PROBLEM === 0).map((row) => row.problem_text)
}

/** At every trigger the window; at every marked doubt the key words, with the statement that settles it. */
async function ofTraces(traces: readonly Trace[]): Promise<AskedQuery[]> {
  const asked: AskedQuery[] = []
  for (const { text, doubts } of traces) {
    const looks = await lookedAt(text)
    const windows = looks.filter(({ verdict }) => verdict.answer === 'yes').map(({ look }) => look.window)
    asked.push(...windows.map((window) => ({ ...OF_TRACES, kind: 'window' as const, text: window })))
    for (const doubt of doubts) {
      const query = await keyWordsOf(doubt, looks)
      if (query !== undefined)
        asked.push({ ...OF_TRACES, kind: 'key words', text: query, relevant: new Set([doubt.unit]) })
    }
  }
  return asked
}

const OF_TRACES = { set: TRACES, relevant: NOTHING }

/** What the loop would ask at the first look that sees the doubt. */
async function keyWordsOf(
  { start, end }: MarkedDoubt,
  looks: readonly LookedAt[],
): Promise<string | undefined> {
  const seen = looks.find(({ look }) => look.offset >= end) ?? looks.at(-1)
  if (seen === undefined) return undefined
  const { look, verdict, doubt } = seen
  const from = look.offset - look.window.length
  const isThere = doubt !== null && doubt.start < end && doubt.end > start
  const marked = { start: Math.max(0, start - from), end: Math.min(look.window.length, end - from) }
  const told = isThere ? verdict : { ...verdict, doubt: marked }
  return (await createLexicalQuerier().queries(look, told, never)).queries[0]
}
