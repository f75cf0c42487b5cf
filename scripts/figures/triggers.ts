/**
 * How often does the lexical monitor trigger, does it trigger where it should, do the queries find what helps, and what does an injection
 * cost? Writes docs/figures/triggers.json. Run: npm run measure triggers
 */
import { readFile } from 'node:fs/promises'
import { agreementOn, rateOf } from '../lib/monitor-looks.ts'
import { hasShared, sharedPath } from '../lib/shared.ts'
import { readTraces } from '../lib/traces.ts'
import { writeFigures } from '../lib/write-figures.ts'
import { answering } from './triggers/answering.ts'

/** Eigen-1, A.5: triggers per 10,000 characters, tokens of context each, and extra tokens per 10,000 characters. */
const PUBLISHED = { per10kCharacters: 3.64, tokensPerInjection: 176.17, extraTokensPer10k: 641.25 }
/** At which the cascade asks its model. */
const CASCADE_THRESHOLD = 0.3
const ABSTRACTS = 1_000

async function questionTexts(file: string): Promise<string> {
  const questions = JSON.parse(await readFile(sharedPath('data', 'questions', file), 'utf8')) as readonly {
    readonly query: string
  }[]
  return questions.map(({ query }) => query).join('\n\n')
}

async function textsIn(corpus: string): Promise<string[]> {
  const lines = (await readFile(sharedPath('data', corpus, 'corpus.jsonl'), 'utf8')).trimEnd().split('\n')
  return lines.map((line) => (JSON.parse(line) as { readonly text: string }).text)
}

function extraTokens(per10kCharacters: number, tokensPerInjection: number): number {
  return Number((per10kCharacters * tokensPerInjection).toFixed(1))
}

async function measure() {
  const traces = readTraces()
  const doubtful = traces.filter(({ doubts }) => doubts.length > 0)
  const calm = traces.filter(({ doubts }) => doubts.length === 0)
  const textsOf = (some: typeof traces) => some.map(({ text }) => text)
  const questions = [
    await questionTexts('supergpqa-hard.json'),
    await questionTexts('trqa_lit_converted.json'),
  ]
  const onTraces = await rateOf(textsOf(traces))
  const { withNames, ...answers } = await answering(traces)
  return {
    published: {
      ...PUBLISHED,
      product: extraTokens(PUBLISHED.per10kCharacters, PUBLISHED.tokensPerInjection),
    },
    rates: {
      traces: onTraces,
      'traces with marked doubts': await rateOf(textsOf(doubtful)),
      'traces without': await rateOf(textsOf(calm)),
      'question texts': await rateOf(questions),
      'SciFact abstracts': await rateOf((await textsIn('scifact')).slice(0, ABSTRACTS)),
      'MuSiQue passages': await rateOf(await textsIn('musique-train')),
      'traces, looks that a cascade asks of its model': await rateOf(textsOf(traces), {
        threshold: CASCADE_THRESHOLD,
      }),
    },
    agreement: {
      ...(await agreementOn(traces)),
      'held out': await agreementOn(traces.filter(({ isHeldOut }) => isHeldOut)),
      mended: await agreementOn(traces.filter(({ isHeldOut }) => !isHeldOut)),
      'with the names of a corpus': withNames,
    },
    queries: answers,
    injections: {
      tokensPerInjection: answers.tokensPerInjection,
      extraTokensPer10k: extraTokens(onTraces.per10kCharacters, answers.tokensPerInjection),
    },
  }
}

if (!hasShared) console.log('skipped: ../shared is not here')
else {
  const figures = await measure()
  console.table(figures.rates)
  const { 'held out': heldOut, mended } = figures.agreement
  console.table({ all: figures.agreement, mended, 'held out': heldOut }, [
    'triggers',
    'right',
    'marked',
    'found',
    'unseen',
    'precision',
    'recall',
  ])
  console.table(figures.queries.asked)
  console.table({ published: figures.published, here: { ...figures.rates.traces, ...figures.injections } })
  writeFigures('triggers', figures)
}
