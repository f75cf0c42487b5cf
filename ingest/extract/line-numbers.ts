/**
 * Removes the line numbers of manuscripts before lines are assembled: a column of ascending integers beside the text, on every line or
 * every fifth, over the whole paper or from 1 on each page, on either side, once or for each column of text.
 */
import type { PageCharacters } from './characters.ts'
import { type Box, sizeAt } from './segments.ts'

// Chosen on the half of the papers that `npm run measure body-text` calls tuned.
const APART_EM = 0.4
const MAX_DIGITS = 5
const SAME_EDGE_POINTS = 1.5
const STEPS = [1, 2, 5, 10]
/** Maximum step between numbers on a page of a numbered paper, in steps of its column: some lines may have no number. */
const MAX_LEAP = 4
const MIN_NUMBERS = 5
const MIN_SPARSE_NUMBERS = 3
/** Minimum count of numbers in the whole paper: a table or a list with numbered rows is shorter, or is on few pages. */
const MIN_PAPER_NUMBERS = 20
const MIN_PAPER_SPARSE_NUMBERS = 8
const MIN_PAGES_SHARE = 0.5
const MIN_LINES = 8
const MIN_TEXT_CHARACTERS = 400
const MIN_NUMBERED_SHARE = 0.6
const SAME_BASELINE_POINTS = 2.5
const MIN_LINE_CHARACTERS = 8
const MAX_TABLE_SHARE = 0.3
const CELL_GAP_EM = 1.5
const FREE_EM = 1.5

/** Digits [from, to) that are separate from other text. */
interface Numeral {
  readonly from: number
  readonly to: number
  readonly value: number
  readonly left: number
  readonly right: number
  readonly baseline: number
}

/** Text at one height of the page, without separate numerals. */
interface Baseline {
  y: number
  characters: number
  /** Number of gaps such as those of a table or between columns. */
  gaps: number
  right: number
}

/** Returns the pages without their line numbers; the same objects if they have none. */
export function withoutLineNumbers(pages: readonly PageCharacters[]): readonly PageCharacters[] {
  const found = pages.map(numberedLines)
  const withText = found.filter(({ hasText }) => hasText).length
  const numbered = found.filter(({ chains }) => chains.length > 0)
  const chains = numbered.flatMap((page) => page.chains)
  const isSparse = chains.every(({ step }) => step >= 5)
  const least = isSparse ? MIN_PAPER_SPARSE_NUMBERS : MIN_PAPER_NUMBERS
  const count = chains.reduce((sum, { numerals }) => sum + numerals.length, 0)
  if (count < least || numbered.length < MIN_PAGES_SHARE * withText) return pages
  return pages.map((page, at) => {
    const own = found[at]?.chains.flatMap(({ numerals }) => numerals) ?? []
    return withoutNumerals(page, [...own, ...lineNumbersIn(found[at]?.apart ?? [], chains)])
  })
}

/** Returns whole columns that are in the same position as those of other pages, although some of their lines have no number. */
function lineNumbersIn(apart: readonly Numeral[], chains: readonly Chain[]): Numeral[] {
  return columnsOf(apart, 1).flatMap(({ edge, numerals }) => {
    const x = numerals[0]?.[edge] ?? 0
    const like = chains.find(
      (chain) => chain.edge === edge && Math.abs((chain.numerals[0]?.[edge] ?? 0) - x) <= SAME_EDGE_POINTS,
    )
    if (like === undefined) return []
    const reach = like.step * MAX_LEAP
    return numerals.filter(
      (numeral, at) => rises(numerals[at - 1], numeral, reach) || rises(numeral, numerals[at + 1], reach),
    )
  })
}

function numberedLines(page: PageCharacters) {
  const apart = numeralsApart(page)
  const chains = columnsOf(apart, MIN_SPARSE_NUMBERS)
    .map(longestChain)
    .filter((chain) => chain !== null)
  if (chains.length === 0) return { apart, chains, hasText: page.count >= MIN_TEXT_CHARACTERS }
  const baselines = baselinesOf(page, apart)
  return {
    apart,
    chains: chains.filter((chain) => isBesideText(page, chain, baselines)),
    hasText: baselines.length >= MIN_LINES,
  }
}

function isDigit(code: number | undefined): boolean {
  return code !== undefined && code >= 0x30 && code <= 0x39
}

function numeralsApart(page: PageCharacters): Numeral[] {
  const found: Numeral[] = []
  for (let from = 0; from < page.count; from++) {
    if (!isDigit(page.codes[from]) || !isApart(page, from)) continue
    let to = from + 1
    while (to < page.count && isDigit(page.codes[to]) && !isApart(page, to)) to++
    if (to - from <= MAX_DIGITS && (to === page.count || isApart(page, to)))
      found.push(numeralOf(page, from, to))
    from = to - 1
  }
  return found
}

function numeralOf(page: PageCharacters, from: number, to: number): Numeral {
  return {
    from,
    to,
    value: Number(String.fromCharCode(...page.codes.subarray(from, to))),
    left: page.boxes[from * 4] ?? 0,
    right: page.boxes[(to - 1) * 4 + 2] ?? 0,
    baseline: page.origins[from * 2 + 1] ?? 0,
  }
}

/** Returns whether a character is on another line than the one before, or after a gap. */
function isApart(page: PageCharacters, at: number): boolean {
  if (at === 0) return true
  const size = Math.max(sizeAt(page, at), 1)
  const rise = Math.abs((page.origins[at * 2 + 1] ?? 0) - (page.origins[at * 2 - 1] ?? 0))
  const gap = (page.boxes[at * 4] ?? 0) - (page.boxes[at * 4 - 2] ?? 0)
  return rise > size || Math.abs(gap) > APART_EM * size
}

type Edge = 'left' | 'right'

interface Column {
  readonly edge: Edge
  readonly numerals: Numeral[]
}

/** Returns numerals aligned left or right below each other, from top to bottom. */
function columnsOf(numerals: readonly Numeral[], least: number): Column[] {
  return (['right', 'left'] as const).flatMap((edge) => {
    const sorted = [...numerals].sort((a, b) => a[edge] - b[edge])
    const columns: Column[] = []
    for (const numeral of sorted) {
      const last = columns.at(-1)
      const before = last?.numerals.at(-1)
      if (before !== undefined && numeral[edge] - before[edge] <= SAME_EDGE_POINTS)
        last?.numerals.push(numeral)
      else columns.push({ edge, numerals: [numeral] })
    }
    for (const column of columns) column.numerals.sort((a, b) => a.baseline - b.baseline)
    return columns.filter((column) => column.numerals.length >= least)
  })
}

interface Chain {
  readonly edge: Edge
  readonly step: number
  readonly numerals: readonly Numeral[]
}

/** Returns the numbers of a column that ascend evenly, or null if they are too few. */
function longestChain({ edge, numerals: column }: Column): Chain | null {
  let best: Chain | null = null
  for (const step of STEPS) {
    const numerals = column.filter(
      (numeral, at) =>
        rises(column[at - 1], numeral, step, step) || rises(numeral, column[at + 1], step, step),
    )
    const isEnough = step < 5 ? numerals.length >= MIN_NUMBERS : numerals.length >= MIN_SPARSE_NUMBERS
    const isRound = step < 5 || numerals.every(({ value }) => value % step === 0)
    if (isEnough && isRound && numerals.length > (best?.numerals.length ?? 0)) best = { edge, step, numerals }
  }
  return best
}

/** Returns whether the lower number is larger, by at least `least` and at most `most`. */
function rises(above: Numeral | undefined, below: Numeral | undefined, most: number, least = 1): boolean {
  if (above === undefined || below === undefined || below.baseline <= above.baseline) return false
  const step = below.value - above.value
  return step >= least && step <= most
}

function baselinesOf(page: PageCharacters, apart: readonly Numeral[]): Baseline[] {
  const skipped = new Set(
    apart.flatMap(({ from, to }) => Array.from({ length: to - from }, (_, at) => from + at)),
  )
  const byHeight = new Map<number, Baseline>()
  for (let at = 0; at < page.count; at++) {
    if (skipped.has(at)) continue
    const y = page.origins[at * 2 + 1] ?? 0
    const key = Math.round(y)
    const left = page.boxes[at * 4] ?? 0
    const right = page.boxes[at * 4 + 2] ?? 0
    const known = byHeight.get(key)
    if (known === undefined) byHeight.set(key, { y, characters: 1, gaps: 0, right })
    else {
      if (left - known.right > CELL_GAP_EM * sizeAt(page, at)) known.gaps++
      known.characters++
      known.right = Math.max(known.right, right)
    }
  }
  return [...byHeight.values()].filter(({ characters }) => characters >= MIN_LINE_CHARACTERS)
}

/** Returns whether the column is alone, most lines beside it have their number, and they are not table rows. */
function isBesideText(page: PageCharacters, chain: Chain, baselines: readonly Baseline[]): boolean {
  const top = (chain.numerals[0]?.baseline ?? 0) - SAME_BASELINE_POINTS
  const bottom = (chain.numerals.at(-1)?.baseline ?? 0) + SAME_BASELINE_POINTS
  const beside = baselines.filter(({ y }) => y >= top && y <= bottom)
  const numbered = beside.filter(({ y }) =>
    chain.numerals.some(({ baseline }) => Math.abs(baseline - y) <= SAME_BASELINE_POINTS),
  )
  if (numbered.length < (MIN_NUMBERED_SHARE * beside.length) / chain.step) return false
  if (numbered.length < MIN_NUMBERED_SHARE * chain.numerals.length) return false
  if (numbered.filter(({ gaps }) => gaps >= 2).length > MAX_TABLE_SHARE * numbered.length) return false
  return isAlone(page, chain.numerals, top, bottom)
}

/** Returns whether the column contains nothing else, with free space on one side: numbers within lines with like beginnings are not one. */
function isAlone(page: PageCharacters, numerals: readonly Numeral[], top: number, bottom: number): boolean {
  const left = Math.min(...numerals.map((numeral) => numeral.left))
  const right = Math.max(...numerals.map((numeral) => numeral.right))
  const own = numerals.reduce((sum, { from, to }) => sum + to - from, 0)
  const free = FREE_EM * sizeAt(page, numerals[0]?.from ?? 0)
  const count = (from: number, to: number) => charactersWithin(page, { left: from, right: to, top, bottom })
  return (
    count(left, right) <= own * 1.1 &&
    Math.min(count(left - free, left), count(right, right + free)) <= own * 0.1
  )
}

/** Counts characters by their horizontal middles and their baselines. */
function charactersWithin(page: PageCharacters, { left, top, right, bottom }: Box): number {
  let count = 0
  for (let at = 0; at < page.count; at++) {
    const y = page.origins[at * 2 + 1] ?? 0
    const middle = ((page.boxes[at * 4] ?? 0) + (page.boxes[at * 4 + 2] ?? 0)) / 2
    if (y >= top && y <= bottom && middle > left && middle < right) count++
  }
  return count
}

function withoutNumerals(page: PageCharacters, numerals: readonly Numeral[]): PageCharacters {
  if (numerals.length === 0) return page
  const dropped = new Uint8Array(page.count)
  for (const { from, to } of numerals) dropped.fill(1, from, to)
  return withoutCharacters(page, dropped)
}

/** Returns the page without the marked characters. White space before one of them moves to the next that stays. */
export function withoutCharacters(page: PageCharacters, dropped: Uint8Array): PageCharacters {
  const codes = page.codes.slice()
  const boxes = page.boxes.slice()
  const origins = page.origins.slice()
  const styleIds = page.styleIds.slice()
  const spaced = page.spaced.slice()
  let count = 0
  let space = 0
  for (let at = 0; at < page.count; at++) {
    space ||= page.spaced[at] ?? 0
    if (dropped[at] === 1) continue
    codes[count] = page.codes[at] ?? 0
    boxes.copyWithin(count * 4, at * 4, at * 4 + 4)
    origins.copyWithin(count * 2, at * 2, at * 2 + 2)
    styleIds[count] = page.styleIds[at] ?? 0
    spaced[count] = space
    space = 0
    count++
  }
  return {
    ...page,
    count,
    codes: codes.subarray(0, count),
    boxes: boxes.subarray(0, count * 4),
    origins: origins.subarray(0, count * 2),
    styleIds: styleIds.subarray(0, count),
    spaced: spaced.subarray(0, count),
  }
}
