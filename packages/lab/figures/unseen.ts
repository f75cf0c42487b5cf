/**
 * Measures whether a pair of names that the corpus never joins marks a wrong sentence: true sentences of papers kept apart against the same
 * with one name or number exchanged. Papers are halved by title: rules were chosen on half 0.
 * Run: npm run measure unseen [-- --sets scifact,covidqa] [-- --half 0 --show 50]
 */
import { mkdir, mkdtempDisposable, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { importPath, loadConfig, openGloss } from '../../../app/index.ts'
import { openKnownNames } from '../../../app/think/index.ts'
import { closingAsync, contentId, seededRandom, sentences } from '../../../core/index.ts'
import type { KnownNames, Monitor } from '../../../monitor/index.ts'
import { createJoinedMonitor, createLexicalMonitor, createUnseenMonitor } from '../../../monitor/index.ts'
import { hasShared, sharedPath } from '../../../tests/fixtures/shared.ts'
import { looksOf, per10k } from './doubts/monitor-looks.ts'
import { changedSentence, namesIn } from './verify/change-sentences.ts'

const { values: options } = parseArgs({
  options: {
    sets: { type: 'string', default: 'scifact,covidqa,hotpotqa-train,musique-train,2wiki-half' },
    half: { type: 'string', default: '1' },
    show: { type: 'string', default: '0' },
  },
})
/** One paper in six is kept apart. */
const KEPT_APART = 0x100 / 6
const SEED = 20_261
const KINDS = ['name', 'number'] as const
const LENGTHS = { least: 40, most: 400 }
const never = new AbortController().signal

interface Paper {
  readonly title: string
  readonly text: string
}

/** A byte of a paper's title: the first decides on the corpus, the second on the half. */
function byteOf({ title }: Paper, at: 0 | 1): number {
  return Number.parseInt(contentId(title).slice(2 * at, 2 * at + 2), 16)
}

function sentencesOf({ text }: Paper): string[] {
  const all = sentences(text).map(({ start, end }) => text.slice(start, end))
  return all.filter(({ length }) => length >= LENGTHS.least && length <= LENGTHS.most)
}

async function verdictOn(monitor: Monitor, window: string) {
  return await monitor.look(
    { window, offset: window.length, channel: 'text', question: '', logprobs: [] },
    never,
  )
}

/** As many wrong sentences as right ones: a monitor that knows nothing has a precision of .5. */
async function judged(monitor: Monitor, kind: (typeof KINDS)[number], papers: readonly Paper[]) {
  const random = seededRandom(SEED)
  const all = papers.flatMap(sentencesOf)
  const names = [...new Set(all.flatMap(namesIn))]
  let [pairs, found, marked, shown] = [0, 0, 0, 0]
  for (const right of all) {
    const wrong = changedSentence(right, kind, random, names)
    if (wrong === null) continue
    pairs++
    const [ofWrong, ofRight] = [await verdictOn(monitor, wrong), await verdictOn(monitor, right)]
    found += Number(ofWrong.answer === 'yes')
    marked += Number(ofRight.answer === 'yes')
    if (ofRight.answer === 'yes' && shown++ < Number(options.show))
      console.log(`${ofRight.reason} | ${right}`)
  }
  const share = (part: number, whole: number) => Number((part / whole).toFixed(3))
  return { pairs, found, marked, precision: share(found, found + marked), recall: share(found, pairs) }
}

async function triggersIn(monitor: Monitor, papers: readonly Paper[]): Promise<number> {
  const looks = looksOf(papers.map(({ text }) => text).join('\n'))
  let triggers = 0
  for (const look of looks) triggers += Number((await monitor.look(look, never)).answer === 'yes')
  return per10k(triggers, looks.at(-1)?.offset ?? 0)
}

function monitorsWith(names: KnownNames): Monitor[] {
  const [lexical, unseen] = [createLexicalMonitor({ names }), createUnseenMonitor({ names })]
  return [unseen, lexical, createJoinedMonitor(lexical, unseen)]
}

async function measure(set: string): Promise<void> {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'gloss-unseen-'))
  const lines = (await readFile(sharedPath('data', set, 'corpus.jsonl'), 'utf8')).trimEnd().split('\n')
  const papers = lines.map((line) => JSON.parse(line) as Paper)
  const inside = papers.filter((paper) => byteOf(paper, 0) >= KEPT_APART)
  const apart = papers.filter((paper) => byteOf(paper, 0) < KEPT_APART)
  const some = apart.filter((paper) => byteOf(paper, 1) % 2 === Number(options.half))
  const data = join(folder.path, 'data')
  await mkdir(data)
  await writeFile(join(data, 'corpus.jsonl'), inside.map((paper) => `${JSON.stringify(paper)}\n`).join(''))
  const config = loadConfig({ workspace: join(folder.path, 'gloss'), embedder: 'static' }, {})
  await using gloss = closingAsync(await openGloss(config))
  await importPath(gloss, { format: 'beir', path: data }, never)
  const names = await openKnownNames(await gloss.session())
  console.log(`${set}: ${inside.length} texts in the corpus, ${some.length} kept apart`)
  const rows = new Map<string, object>()
  for (const monitor of monitorsWith(names)) {
    for (const kind of KINDS) rows.set(`${monitor.name}, ${kind}`, await judged(monitor, kind, some))
    console.log(
      `${monitor.name}: ${await triggersIn(monitor, some)} triggers in 10,000 characters of true text`,
    )
  }
  console.table(Object.fromEntries(rows))
}

if (hasShared) for (const set of options.sets.split(',')) await measure(set)
else console.log('skipped: ../shared is not here')
