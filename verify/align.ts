/**
 * Aligns a quote with part of a paper (Needleman and Wunsch 1970, with free ends in the paper and two costs of gaps as Gotoh 1982): changes
 * stay together, and a running head between two halves of a sentence is one gap. Cost: one step for each pair of characters.
 */

export interface Edit {
  /** Offsets into the squeezed texts, ends exclusive. */
  readonly paper: [number, number]
  readonly quote: [number, number]
}

export interface Alignment {
  readonly edits: Edit[]
  /** Where the quote is in the paper's squeezed text, end exclusive. */
  readonly start: number
  readonly end: number
  /** Number of characters that both have. */
  readonly kept: number
}

const CHANGED = 8
const ADDED = 8
/** A gap of a few characters or words of the paper that the quote lacks. */
const SHORT_GAP = 9
const SHORT_STEP = 6
/** A gap of lines of the paper: expensive to open, so that letters do not match scattered text around the quote. */
const LONG_GAP = 64
const FAR = 0x3fffffff

// The step that led to a cell: two bits for the quote's own state, one each for how a short and a long gap began.
const DIAGONAL = 0
const FROM_ADDED = 1
const FROM_SHORT = 2
const FROM_LONG = 3
const STEP = 3
const SHORT_GOES_ON = 4
const LONG_GOES_ON = 8

export function align(paper: string, quote: string): Alignment {
  const width = paper.length + 1
  const codes = new Uint16Array(paper.length)
  for (let j = 0; j < paper.length; j++) codes[j] = paper.charCodeAt(j)
  const steps = new Uint8Array((quote.length + 1) * width)
  let above = new Int32Array(width)
  let row = new Int32Array(width)
  for (let i = 1; i <= quote.length; i++) {
    fillRow(codes, quote.charCodeAt(i - 1), i, above, row, steps.subarray(i * width, (i + 1) * width))
    const next = above
    above = row
    row = next
  }
  let end = 0
  for (let j = 1; j < width; j++) if (above[j]! <= above[end]!) end = j
  return traced(paper, quote, steps, end)
}

function fillRow(
  paper: Uint16Array,
  code: number,
  i: number,
  above: Int32Array,
  row: Int32Array,
  steps: Uint8Array,
): void {
  steps[0] = FROM_ADDED
  let [short, long] = [FAR, FAR]
  let [before, diagonal] = [i * ADDED, above[0]!]
  row[0] = before
  for (let j = 1; j <= paper.length; j++) {
    let step = 0
    if (short + SHORT_STEP < before + SHORT_GAP) {
      short += SHORT_STEP
      step |= SHORT_GOES_ON
    } else short = before + SHORT_GAP
    if (long < before + LONG_GAP) step |= LONG_GOES_ON
    else long = before + LONG_GAP
    const up = above[j]!
    let best = paper[j - 1] === code ? diagonal : diagonal + CHANGED
    let from = DIAGONAL
    if (up + ADDED < best) {
      best = up + ADDED
      from = FROM_ADDED
    }
    if (short < best) {
      best = short
      from = FROM_SHORT
    }
    if (long < best) {
      best = long
      from = FROM_LONG
    }
    row[j] = best
    steps[j] = step | from
    before = best
    diagonal = up
  }
}

/** Traces the path back from the end and returns its edits in order. */
function traced(paper: string, quote: string, steps: Uint8Array, end: number): Alignment {
  const width = paper.length + 1
  const edits: Edit[] = []
  let [i, j, kept] = [quote.length, end, 0]
  function edit(fromPaper: number, fromQuote: number): void {
    const last = edits.at(-1)
    if (last !== undefined && last.paper[0] === j && last.quote[0] === i) {
      last.paper[0] = fromPaper
      last.quote[0] = fromQuote
    } else edits.push({ paper: [fromPaper, j], quote: [fromQuote, i] })
  }
  while (i > 0) {
    const from = steps[i * width + j]! & STEP
    if (from === DIAGONAL) {
      if (paper[j - 1] === quote[i - 1]) kept++
      else edit(j - 1, i - 1)
      i--
      j--
    } else if (from === FROM_ADDED) {
      edit(j, i - 1)
      i--
    } else {
      const goesOn = from === FROM_SHORT ? SHORT_GOES_ON : LONG_GOES_ON
      let start = j
      while ((steps[i * width + start]! & goesOn) !== 0) start--
      edit(start - 1, i)
      j = start - 1
    }
  }
  return { edits: edits.reverse(), start: j, end, kept }
}
