import { type HalvedPaper, halvedPapers } from '../lib/paper-halves.ts'
import { openGloss, otherReaders, type PageReader } from '../lib/pdf-readers.ts'
import { hasShared } from '../lib/shared.ts'
import { writeFigures } from '../lib/write-figures.ts'
import { quantitiesOf, spelled, withoutHeads } from './quantities/find-quantities.ts'

const NEEDED = ['PyMuPDF', 'poppler']
const AROUND = 18

interface PaperCount {
  readonly paper: string
  readonly half: HalvedPaper['half']
  /** Quantities that both other readers have on the same page, and those of them that ours lacks. */
  readonly seen: number
  readonly lost: number
}

if (hasShared) await measure(process.argv[2] === 'list')
else console.log('skipped: ../shared is not here')

async function measure(isListing: boolean): Promise<void> {
  const { readers, missing } = otherReaders()
  const others = readers.filter(({ name }) => NEEDED.includes(name))
  const [first, second] = others
  if (first === undefined || second === undefined) {
    console.log(`skipped, not installed: ${missing.join(', ')}`)
    return
  }
  const gloss = openGloss()
  const counts: PaperCount[] = []
  for (const paper of halvedPapers())
    if (!isListing || paper.half === 'tuned')
      counts.push(await compare(paper, gloss, [first, second], isListing))
  for (const reader of [gloss, ...others]) await reader.close()
  console.table(counts.filter(({ lost }) => lost > 0))
  const halves = {
    tuned: total(counts.filter(({ half }) => half === 'tuned')),
    checked: total(counts.filter(({ half }) => half === 'checked')),
  }
  console.log(halves)
  const about =
    'Quantities that PyMuPDF and poppler both see on a page, and those of them that ours has not there. Rules were chosen on `tuned`.'
  if (!isListing) writeFigures('quantities', { about, papers: counts.length, ...halves })
}

async function compare(
  { path, name, half }: HalvedPaper,
  gloss: PageReader,
  [first, second]: readonly [PageReader, PageReader],
  isListing: boolean,
): Promise<PaperCount> {
  const ours = await gloss.pagesOf(path)
  const theirs = withoutHeads(await first.pagesOf(path))
  const others = withoutHeads(await second.pagesOf(path))
  let seen = 0
  let lost = 0
  // A file that we refuse is counted elsewhere.
  for (const [at, page] of ours.entries()) {
    const own = quantitiesOf(page)
    const other = quantitiesOf(others[at] ?? '')
    for (const [quantity, count] of quantitiesOf(theirs[at] ?? '')) {
      const both = Math.min(count, other.get(quantity) ?? 0)
      const missing = Math.max(0, both - (own.get(quantity) ?? 0))
      seen += both
      lost += missing
      if (isListing && missing > 0)
        console.log(`${name} p. ${at + 1}: ${quantity} | ${surroundings(theirs[at] ?? '', quantity, page)}`)
    }
  }
  return { paper: name, half, seen, lost }
}

/** Where the other reader has the quantity, and what ours has after the same words. */
function surroundings(theirs: string, quantity: string, ours: string): string {
  const text = spelled(theirs)
  const at = text.search(new RegExp(`(?<![\\d.])${quantity.replace(/[.+*?^$()[\]{}|\\/]/gu, '\\$&')}`, 'u'))
  const before = text.slice(Math.max(0, at - AROUND), at)
  const own = spelled(ours)
  const place = own.indexOf(before)
  const shown = place < 0 ? '(not found)' : own.slice(place, place + 2 * AROUND + quantity.length)
  return `${text.slice(Math.max(0, at - AROUND), at + quantity.length + AROUND)} | ${shown}`
}

function total(counts: readonly PaperCount[]): { papers: number; seen: number; lost: number } {
  return {
    papers: counts.length,
    seen: counts.reduce((sum, { seen }) => sum + seen, 0),
    lost: counts.reduce((sum, { lost }) => sum + lost, 0),
  }
}
