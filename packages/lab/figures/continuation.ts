/**
 * Does a greedy answer that is stopped and continued come out as the uncut one? Asks a small real model.
 * Run: GLOSS_TEST_LLM_URL=http://127.0.0.1:8099/v1 npm run measure continuation [-- --cuts 100 --anywhere 100]
 */
import { parseArgs } from 'node:util'
import { seededRandom, shuffle } from '../../../core/random.ts'
import { openOpenAiStream } from '../../../models/adapters/openai-stream.ts'
import { openServerInquiry } from '../../../models/adapters/server-inquiry.ts'
import { createContinuingChat } from '../../../models/index.ts'
import {
  type CutOutcome,
  goOnFrom,
  isReadWhole,
  marginAt,
  sentenceEnds,
  type Uncut,
  writeUncut,
} from './continuation/cuts.ts'

// How a text about each of them begins.
const OPENINGS = [
  'The lion is a large cat of the savannah.',
  'The moon is the only natural satellite of the Earth.',
  'Photosynthesis is how plants make sugar from light.',
  'The Roman army was one of the largest of the ancient world.',
  'A volcano is an opening in the crust of the Earth.',
  'Bread is one of the oldest foods that people make.',
  'The heart is a muscle that pumps blood through the body.',
  'The bicycle was invented in the nineteenth century.',
  'Coral reefs are home to a quarter of all fish.',
  'The printing press changed how people learn.',
  'A vaccine teaches the body to know a disease.',
  'Glass is made of sand, soda and lime.',
  'Rivers carry water from the mountains to the sea.',
  'The violin is the smallest of the string instruments.',
  'Penicillin was the first antibiotic in wide use.',
  'The steam engine turned heat into work.',
  'Honey bees live in large colonies with one queen.',
  'The Silk Road was a network of trade routes.',
  'An earthquake is a sudden movement of the ground.',
  'Coffee is made from the roasted seeds of a plant.',
  'Penguins are birds that cannot fly.',
  'Paper was invented in China.',
  'The telescope made the stars look nearer.',
  'Rice is the main food of half of the world.',
  'Whales are mammals that live in the sea.',
]
const QUESTION = 'Write a text about this.'
const ANSWER_TOKENS = 72
// Behind a cut, so that there is something to compare.
const LEAST_BEHIND = 32
const SEED = 1
const MAX_SHOWN = 15
const { signal } = new AbortController()

async function measure(url: string, cuts: number, cutsAnywhere: number) {
  const server = openOpenAiStream({ url, model: 'default' })
  const chat = createContinuingChat({ chat: server, inquiry: openServerInquiry({ url }) })
  const ability = await chat.prepare(signal)
  const random = seededRandom(SEED)
  const perAnswer = Math.ceil(cuts / OPENINGS.length)
  const atEnds: Place[] = []
  const anywhere: Place[] = []
  const outcomes = { atEnds: [] as CutOutcome[], anywhere: [] as CutOutcome[], later: [] as CutOutcome[] }
  for (const opening of OPENINGS) {
    const answer = await writeUncut(chat, { question: QUESTION, opening }, ANSWER_TOKENS, signal)
    const { text, from } = answer
    const ends = shuffle(sentenceEnds(answer, LEAST_BEHIND), SEED).slice(0, perAnswer)
    const room = text.length - from - 1 - LEAST_BEHIND
    const any = Array.from(
      { length: Math.ceil(cutsAnywhere / OPENINGS.length) },
      () => from + 1 + Math.floor(random() * room),
    )
    // The last first: the server then has the answer in its cache as it was written.
    for (const offset of lastFirst(ends)) {
      atEnds.push({ answer, offset })
      outcomes.atEnds.push(await goOnFrom(chat, answer, offset, signal))
    }
    for (const offset of lastFirst(any)) {
      anywhere.push({ answer, offset })
      outcomes.anywhere.push(await goOnFrom(chat, answer, offset, signal))
    }
    process.stderr.write(
      `${outcomes.atEnds.filter(({ isEqual }) => isEqual).length}/${outcomes.atEnds.length} `,
    )
  }
  for (const { answer, offset } of everyFourth(atEnds))
    outcomes.later.push(await goOnFrom(chat, answer, offset, signal))
  let readWhole = 0
  const reread = everyFourth(anywhere)
  for (const { answer, offset } of reread) if (await isReadWhole(server, answer, offset, signal)) readWhole++
  const margins: (number | null)[] = []
  for (const [at, { differsAt }] of outcomes.atEnds.entries())
    if (differsAt !== null) margins.push(await marginAt(server, atEnds[at]!.answer, differsAt, signal))
  return {
    ability,
    sentenceEnds: { ...summary(outcomes.atEnds), nearestTokensApart: margins },
    sentenceEndsAfterOthers: summary(outcomes.later),
    anywhere: { ...summary(outcomes.anywhere), echoesAsked: reread.length, echoesWhole: readWhole },
  }
}

interface Place {
  readonly answer: Uncut
  readonly offset: number
}

function everyFourth(places: readonly Place[]): readonly Place[] {
  return places.filter((_, at) => at % 4 === 0)
}

function lastFirst(offsets: readonly number[]): readonly number[] {
  return offsets.toSorted((one, other) => other - one)
}

function summary(all: readonly CutOutcome[]) {
  const mean = (of: (outcome: CutOutcome) => number) =>
    Number((all.reduce((total, outcome) => total + of(outcome), 0) / all.length).toFixed(1))
  const equal = all.filter(({ isEqual }) => isEqual).length
  return {
    cuts: all.length,
    equal,
    share: Number((equal / all.length).toFixed(3)),
    promptTokens: mean(({ usage }) => usage.promptTokens),
    ofThemCached: mean(({ usage }) => usage.cachedPromptTokens ?? 0),
    readAgain: mean(({ usage }) => usage.promptTokens - (usage.cachedPromptTokens ?? 0)),
    differences: all
      .filter(({ isEqual }) => !isEqual)
      .slice(0, MAX_SHOWN)
      .map(({ offset, differsAt, uncut, goneOn }) => ({ offset, differsAt, uncut, goneOn })),
  }
}

const { values } = parseArgs({
  options: { cuts: { type: 'string', default: '100' }, anywhere: { type: 'string', default: '100' } },
})
const { GLOSS_TEST_LLM_URL: url = '' } = process.env
if (url === '') console.log('skipped: GLOSS_TEST_LLM_URL is not set')
else {
  const measured = await measure(url, Number(values.cuts), Number(values.anywhere))
  console.dir(measured, { depth: null })
  console.table(
    Object.entries(measured).flatMap(([place, figures]) =>
      'cuts' in figures ? [{ place, ...figures }] : [],
    ),
    ['place', 'cuts', 'equal', 'share', 'promptTokens', 'ofThemCached', 'readAgain'],
  )
}
