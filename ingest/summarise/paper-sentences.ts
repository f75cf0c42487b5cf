/** A paper's sentences as candidates for units: with their block, terms and what speaks against them. */
import { sentences, words } from '../../core/index.ts'
import { PAGE_BREAK } from '../../corpus/index.ts'
import { onOneLine, type PaperBody } from '../paper-body.ts'

export interface PaperSentence {
  /** Offsets into the paper's text. */
  readonly start: number
  readonly end: number
  /** On one line. */
  readonly text: string
  readonly terms: readonly string[]
  /** Index into the body's blocks. */
  readonly block: number
  /** False for headings, fragments, affiliations, captions and the like, which no unit may hold. */
  readonly isProse: boolean
}

// Chosen, not measured: shorter ones state nothing by themselves, longer ones are runs of cells or badly split text.
const MIN_WORDS = 5
const MAX_CHARACTERS = 900
// What structured abstracts and undetected headings leave in front of a sentence: "RESULTS: ", "Results Eight studies …".
const LABEL =
  /^(?:(?:background|introduction|(?:main )?objectives?|aims?|purpose|rationale|(?:study )?design|settings?|participants|patients|interventions?|(?:main )?outcome measures?|(?:materials? and )?methods?(?:ology)?|(?:principal |main )?(?:findings|results)|discussion|conclusions?(?:s? and relevance)?|interpretation|significance|summary|importance)(?:\s*[:.—–-]\s+|\s+(?=\p{Lu}\p{Ll}*\s)))/iu
const SHOUTED = /^(?:\p{Lu}{4,}(?:\s+(?:AND|OF|\p{Lu}{4,}))*)\s+(?=\p{Lu}\p{Ll}|A\s)/u
// A stop inside that no sentence begins after: the ends of two columns, or a caption and the text, ran together.
const TORN =
  /(?<!\b(?:e\.g|i\.e|al|vs|cf|ca|c|approx|etc|spp?|ssp|subsp|var|resp|nos?|viz|figs?|eqs?|refs?|\p{Lu}))[.!?]\s\p{Ll}{2,}/iu
// Entries of a list of references: initials of several authors, or volume and pages.
const REFERENCE = /(?:\p{Lu}\.,? (?:and |& )?\p{Lu}[\p{L}’'-]+, ){2}|\b\d{1,4}, [A-Z]?\d+[–-][A-Z]?\d+\b/u
const ENDS = /[.!?…。！？][\])"'”’\d,–\s]*$/u
const STARTS = /^["'“‘([]*[\p{Lu}\p{N}\p{Lo}α-ωµ]|^[a-z]{1,3}(?=[-A-Z])/u
// "Figure 2 Flow chart", "Table 1. Means", not "Table 1 shows": a paragraph that begins so is a caption, all of it.
const CAPTION =
  /^(?:(?:Supplement(?:ary|al) )?(?:[Ff]ig(?:ure|\.)?|FIG(?:URE|\.)?|[Tt]able|TABLE|[Ss]cheme|SCHEME|[Bb]ox|[Cc]hart|[Pp]late))\s*[S\dIVX]+[A-Za-z]?\s*[.:|–—-]?\s*(?=[(\p{Lu}])/u
const FRONT_MATTER =
  /@|\b(?:doi|https?:|www\.|issn|isbn)|©|\(c\) \d{4}|\b(?:corresponding author|e-?mail|received|accepted|published online|all rights reserved|creative commons|open access article|licensee|copyright|these authors contributed|department of|university of|faculty of)\b/i

/** Every sentence of the body in order. Halves that a page end tore apart are joined. */
export function paperSentences(body: PaperBody): PaperSentence[] {
  return body.blocks.flatMap((block, index) => {
    const text = body.text.slice(block.start, block.end)
    let isCaption = false
    let before = 0
    return joinedOverPages(text, sentences(text)).map((span) => {
      if (before === 0 || /\n\s*\n/.test(text.slice(before, span.start)))
        isCaption = CAPTION.test(text.slice(span.start, span.start + 40))
      before = span.end
      const start = span.start + labelLength(text.slice(span.start, span.end))
      const line = onOneLine(text.slice(start, span.end))
      return {
        start: block.start + start,
        end: block.start + span.end,
        text: line,
        terms: words(line),
        block: index,
        isProse: !isCaption && isProse(line),
      }
    })
  })
}

function labelLength(sentence: string): number {
  return (LABEL.exec(sentence) ?? SHOUTED.exec(sentence))?.[0].length ?? 0
}

function isProse(line: string): boolean {
  const letters = line.match(/\p{L}/gu)?.length ?? 0
  return (
    line.length <= MAX_CHARACTERS &&
    line.split(' ').length >= MIN_WORDS &&
    letters >= line.length * 0.55 &&
    ENDS.test(line) &&
    STARTS.test(line) &&
    !TORN.test(line) &&
    !REFERENCE.test(line) &&
    !FRONT_MATTER.test(line)
  )
}

function joinedOverPages(text: string, spans: readonly { start: number; end: number }[]) {
  const joined: { start: number; end: number }[] = []
  for (const span of spans) {
    const before = joined.at(-1)
    const isTorn =
      before !== undefined &&
      text.slice(before.end, span.start).includes(PAGE_BREAK) &&
      !ENDS.test(text.slice(before.start, before.end)) &&
      /^\p{Ll}/u.test(text.slice(span.start, span.start + 2))
    if (isTorn) joined[joined.length - 1] = { start: before.start, end: span.end }
    else joined.push(span)
  }
  return joined
}
