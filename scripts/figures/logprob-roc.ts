/**
 * Does a word of low probability, or one of doubt, tell that a small real model's answer will be wrong? Open questions with short answers;
 * both signals alone and joined. Writes docs/figures/logprob-roc.json from the answers kept beside it, or asks anew.
 * Run: npm run measure logprob-roc [-- --url http://127.0.0.1:8099/v1 --questions 400]   (some 25 minutes on one core)
 */
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { gunzipSync, gzipSync } from 'node:zlib'
import { randomIndex, seededRandom, shuffle } from '../../core/random.ts'
import { contentWords } from '../../monitor/monitors/logprob.ts'
import { DOUBT_THRESHOLD, scoreSentences } from '../../monitor/monitors/score-doubt.ts'
import { writeFigures } from '../lib/write-figures.ts'
import { areaUnderCurve, type Judged } from './gate/ranking-figures.ts'
import { type AskedQuestion, askOne, readQuestions } from './logprob-roc/ask.ts'
import { fitLogistic } from './logprob-roc/fit-logistic.ts'

const ANSWERS = join(import.meta.dirname, 'logprob-roc', 'answers.jsonl.gz')
/** Of the logprob monitor. */
const LEAST_PROBABILITY = 0.4
const FOLDS = 10
const RESAMPLES = 2_000
const SEED = 11
const CURVE_STEPS = 10
const TINY = 1e-6
const ANSWER = 'Answer:'

interface Signals {
  readonly isWrong: boolean
  readonly isYesNo: boolean
  /** How unlikely the least likely word of content was, in nats. */
  readonly logprob: number
  /** The same of the words behind "Answer:" alone, which a monitor cannot know. */
  readonly answer: number
  /** Log odds of the most doubtful sentence. */
  readonly words: number
}

function signalsOf({ tokens, isRight, isYesNo }: AskedQuestion): Signals {
  const window = tokens.map(([token]) => token).join('')
  const logprobs = tokens.map(([token, logprob]) => ({ token, logprob, alternatives: [] }))
  const words = contentWords({ window, logprobs })
  const unlikely = (some: typeof words) =>
    -Math.log(Math.max(TINY, Math.min(1, ...some.map(({ probability }) => probability))))
  const answerStart = window.indexOf(ANSWER)
  const doubt = Math.max(TINY, ...scoreSentences(`${window}\n`).map(({ probability }) => probability))
  return {
    ...{ isWrong: !isRight, isYesNo },
    logprob: unlikely(words),
    answer: unlikely(words.filter(({ start }) => answerStart >= 0 && start >= answerStart + ANSWER.length)),
    words: Math.log(doubt / (1 - Math.min(doubt, 1 - TINY))),
  }
}

/** Each tenth is judged by a fit to the other nine. */
function joined(all: readonly Signals[]): Judged[] {
  const order = shuffle(all, SEED)
  const models = Array.from({ length: FOLDS }, (_, fold) => {
    const rest = order.filter((__, at) => at % FOLDS !== fold)
    const labels = rest.map(({ isWrong }) => isWrong)
    return fitLogistic(rest.map(rowOf), labels)
  })
  return order.map((one, at) => ({ on: one.isWrong, score: models[at % FOLDS]!(rowOf(one)) }))
}

function rowOf({ logprob, words }: Signals): number[] {
  return [logprob, words]
}

/** The area with the middle 95 % of those of resampled answers. */
function areaOf(items: readonly Judged[]) {
  const random = seededRandom(SEED)
  const areas = Array.from({ length: RESAMPLES }, () =>
    areaUnderCurve(items.map(() => items[randomIndex(random, items.length)]!)),
  ).sort((a, b) => a - b)
  const at = (part: number) => rounded(areas[Math.floor(part * (RESAMPLES - 1))]!)
  return { auc: rounded(areaUnderCurve(items)), from: at(0.025), to: at(0.975) }
}

/** Of the wrong answers the share told, at each tenth of the right ones told. */
function curveOf(items: readonly Judged[]) {
  const right = items.filter(({ on }) => !on).toSorted((a, b) => b.score - a.score)
  const wrong = items.filter(({ on }) => on)
  return Array.from({ length: CURVE_STEPS - 1 }, (_, step) => {
    const falseRate = (step + 1) / CURVE_STEPS
    const cutoff = right[Math.floor(falseRate * right.length)]?.score ?? 0
    return { falseRate, trueRate: rounded(wrong.filter(({ score }) => score > cutoff).length / wrong.length) }
  })
}

/** As the monitor would have it at its threshold. */
function toldBy(all: readonly Signals[], isTold: (one: Signals) => boolean) {
  const told = all.filter(isTold)
  const share = (some: readonly Signals[]) => rounded(some.filter(isTold).length / some.length)
  return {
    told: told.length,
    wrongAmongTold:
      told.length === 0 ? null : rounded(told.filter(({ isWrong }) => isWrong).length / told.length),
    ofWrong: share(all.filter(({ isWrong }) => isWrong)),
    ofRight: share(all.filter(({ isWrong }) => !isWrong)),
  }
}

function figuresOf(all: readonly Signals[]) {
  const judged = (signal: 'logprob' | 'answer' | 'words') =>
    all.map((one) => ({ on: one.isWrong, score: one[signal] }))
  const ways = {
    logprob: judged('logprob'),
    answer: judged('answer'),
    words: judged('words'),
    joined: joined(all),
  }
  const each = Object.entries(ways).map(([way, items]) => [way, { ...areaOf(items), curve: curveOf(items) }])
  const doubtful = Math.log(DOUBT_THRESHOLD / (1 - DOUBT_THRESHOLD))
  return {
    questions: all.length,
    wrong: all.filter(({ isWrong }) => isWrong).length,
    ...(Object.fromEntries(each) as Record<keyof typeof ways, ReturnType<typeof areaOf>>),
    atThreshold: {
      logprob: toldBy(all, ({ logprob }) => logprob > -Math.log(LEAST_PROBABILITY)),
      words: toldBy(all, ({ words }) => words >= doubtful),
    },
  }
}

function rounded(value: number): number {
  return Number(value.toFixed(3))
}

async function askAll(url: string, count: number): Promise<void> {
  const lines: string[] = []
  for (const question of await readQuestions(count)) lines.push(JSON.stringify(await askOne(question, url)))
  await writeFile(ANSWERS, gzipSync(`${lines.join('\n')}\n`))
}

const { values: options } = parseArgs({
  options: { url: { type: 'string' }, questions: { type: 'string', default: '400' } },
})
if (options.url !== undefined) await askAll(options.url, Number(options.questions))
const lines = gunzipSync(await readFile(ANSWERS))
  .toString('utf8')
  .trimEnd()
  .split('\n')
const all = lines.map((line) => signalsOf(JSON.parse(line) as AskedQuestion))
const figures = {
  model: 'Gemma 3 270M, base, Q4_K_M',
  all: figuresOf(all),
  withoutYesNo: figuresOf(all.filter(({ isYesNo }) => !isYesNo)),
}
console.dir(figures, { depth: null })
writeFigures('logprob-roc', figures)
