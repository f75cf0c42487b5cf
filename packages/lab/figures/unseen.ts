/**
 * Does a pair of names that the corpus never joins tell a wrong sentence? Papers are kept apart by their title; of their sentences, each true
 * one is shown with itself after one name or number was exchanged. Half of the papers kept apart were used to choose.
 * Run: npm run measure unseen [-- --sets scifact,covidqa]
 */
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { importPath, loadConfig, openGloss } from '../../../app/index.ts'
import { openKnownNames } from '../../../app/think/index.ts'
import { checkSentences } from '../../../app/verify/index.ts'
import { contentId, seededRandom, sentences } from '../../../core/index.ts'
import {
  createJoinedMonitor,
  createLexicalMonitor,
  createUnseenMonitor,
  type KnownNames,
  type Monitor,
} from '../../../monitor/index.ts'
import { hasShared, sharedPath } from '../../../tests/fixtures/shared.ts'
import { looksOf, per10k } from './doubts/monitor-looks.ts'
import { changedSentence, namesIn } from './verify/change-sentences.ts'

const SETS = ['scifact', 'covidqa', 'hotpotqa-train', 'musique-train', '2wiki-half']
/** One paper in six is kept apart. */
const KEPT_APART = 0x100 / 6
const SEED = 20_261
const LENGTHS = { least: 40, most: 400 }
const never = new AbortController().signal

interface Paper {
  readonly title: string
  readonly text: string
}

interface Pair {
  readonly half: 'chosen on' | 'kept'
  readonly kind: 'name' | 'number'
  readonly right: string
  readonly wrong: string
}

/** Of a paper, by its title: the last decides on the corpus, the first on the half. */
const byteOf = ({ title }: Paper, at: 0 | 1) =>
  Number.parseInt(contentId(title).slice(2 * at, 2 * at + 2), 16)

function sentencesOf({ text }: Paper): string[] {
  return sentences(text)
    .map(({ start, end }) => text.slice(start, end))
    .filter(({ length }) => length >= LENGTHS.least && length <= LENGTHS.most)
}

function pairsOf(apart: readonly Paper[]): Pair[] {
  const random = seededRandom(SEED)
  const names = [...new Set(apart.flatMap((paper) => sentencesOf(paper).flatMap(namesIn)))]
  return apart.flatMap((paper) =>
    sentencesOf(paper).flatMap((right) =>
      (['name', 'number'] as const).flatMap((kind): Pair[] => {
        const wrong = changedSentence(right, kind, random, names)
        const half = byteOf(paper, 1) % 2 === 0 ? 'chosen on' : 'kept'
        return wrong === null ? [] : [{ half, kind, right, wrong }]
      }),
    ),
  )
}

async function says(monitor: Monitor, window: string): Promise<boolean> {
  const look = { window, offset: window.length, channel: 'text', question: '', logprobs: [] } as const
  return (await monitor.look(look, never)).answer === 'yes'
}

/** As many wrong sentences as right ones: a monitor that knows nothing has a precision of .5. */
async function row(what: string, pairs: readonly Pair[], isMarked: (text: string) => Promise<boolean>) {
  let [wrong, right] = [0, 0]
  for (const pair of pairs) {
    wrong += Number(await isMarked(pair.wrong))
    right += Number(await isMarked(pair.right))
  }
  const share = (part: number, whole: number) => (whole === 0 ? null : Number((part / whole).toFixed(3)))
  return {
    what,
    pairs: pairs.length,
    precision: share(wrong, wrong + right),
    recall: share(wrong, pairs.length),
    'true ones marked': share(right, pairs.length),
  }
}

async function triggersIn(monitor: Monitor, papers: readonly Paper[]): Promise<number> {
  let [triggers, characters] = [0, 0]
  const text = papers.map((paper) => paper.text).join('\n')
  for (const look of looksOf(text)) {
    triggers += Number((await monitor.look(look, never)).answer === 'yes')
    characters = look.offset
  }
  return per10k(triggers, characters)
}

async function measure(set: string): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'gloss-unseen-'))
  const lines = (await readFile(sharedPath('data', set, 'corpus.jsonl'), 'utf8')).trimEnd().split('\n')
  const papers = lines.map((line) => JSON.parse(line) as Paper)
  const data = join(folder, 'data')
  await mkdir(data)
  const inside = papers.filter((paper) => byteOf(paper, 0) >= KEPT_APART)
  const apart = papers.filter((paper) => byteOf(paper, 0) < KEPT_APART)
  await writeFile(join(data, 'corpus.jsonl'), inside.map((paper) => `${JSON.stringify(paper)}\n`).join(''))
  const gloss = await openGloss(loadConfig({ workspace: join(folder, 'gloss'), embedder: 'static' }, {}))
  try {
    await importPath(gloss, { format: 'beir', path: data }, never)
    const names = await openKnownNames(await gloss.session())
    console.log(`${set}: ${inside.length} texts in the corpus, ${apart.length} kept apart`)
    const check = async (answer: string) => (await checkSentences(gloss, { answer, names }, never)).length > 0
    await report(monitorsWith(names), apart, check)
  } finally {
    await gloss.close()
    await rm(folder, { recursive: true, force: true })
  }
}

function monitorsWith(names: KnownNames): Monitor[] {
  const [lexical, unseen] = [createLexicalMonitor({ names }), createUnseenMonitor({ names })]
  return [unseen, lexical, createJoinedMonitor(lexical, unseen)]
}

async function report(
  monitors: readonly Monitor[],
  apart: readonly Paper[],
  check: (answer: string) => Promise<boolean>,
): Promise<void> {
  const pairs = pairsOf(apart)
  const rows: unknown[] = []
  for (const half of ['chosen on', 'kept'] as const)
    for (const kind of ['name', 'number'] as const) {
      const some = pairs.filter((pair) => pair.half === half && pair.kind === kind)
      for (const monitor of monitors)
        rows.push(await row(`${half}, ${kind}, ${monitor.name}`, some, (text) => says(monitor, text)))
      if (half === 'kept') rows.push(await row(`${half}, ${kind}, check of the answer`, some, check))
    }
  console.table(rows)
  for (const monitor of monitors)
    console.log(
      `${monitor.name}: ${await triggersIn(monitor, apart)} triggers in 10,000 characters of true text`,
    )
}

const { values: options } = parseArgs({ options: { sets: { type: 'string', default: SETS.join(',') } } })
if (hasShared) for (const set of options.sets.split(',')) await measure(set)
else console.log('skipped: ../shared is not here')
