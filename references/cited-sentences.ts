/** Finds the sentences that cite something in a Markdown draft with Pandoc citations: [@smith2010, p. 3; @lee2012], @smith2010. */
import { sentences } from '../core/index.ts'

export interface DraftSentence {
  /** Sentence on one line, as in the draft. */
  readonly text: string
  /** The sentence without its citations. */
  readonly claim: string
  /** Keys in order of appearance, without duplicates. */
  readonly keys: readonly string[]
}

const KEY = /@(?:\{([^}\s]+)\}|([\p{L}\p{N}_](?:[\p{L}\p{N}_:.#$%&+?<>~/-]*[\p{L}\p{N}_/])?))/gu
const MARK =
  /\[[^[\]]{0,500}(?<![\p{L}\p{N}])@[^[\]]{0,500}\]|(?<![\p{L}\p{N}.@])@(?:\{[^}\s]+\}|[\p{L}\p{N}_](?:[\p{L}\p{N}_:.#$%&+?<>~/-]*[\p{L}\p{N}_/])?)(?:\s\[p[^[\]]*\])?/gu
const CODE = /^(```|~~~)[\s\S]*?^\1[^\n]*$|`[^`\n]*`|<!--(?:(?!<!--)[\s\S])*?-->/gmu
const FRONT_MATTER = /^\uFEFF?---\n[\s\S]*?\n---\n/u
/** Replaces a citation while sentences are split, because "[@lee2012, p. 3]" does not end one. */
const PLACEHOLDER = /\uE000(\d+)\uE001/gu

/** A list item and a table row are separate paragraphs, like a heading. */
const PARAGRAPH_END =
  /\n\s*\n|\n(?=#{1,6} |[ \t]*(?:[-*+]|\d{1,2}[.)])[ \t]|[ \t]*\|)|(?<=^#{1,6} [^\n]*)\n/mu

export function citedSentences(draft: string): DraftSentence[] {
  return draft
    .replace(/\r\n?/g, '\n')
    .replace(FRONT_MATTER, '')
    .replace(CODE, ' ')
    .split(PARAGRAPH_END)
    .flatMap(sentencesOfParagraph)
}

function sentencesOfParagraph(paragraph: string): DraftSentence[] {
  const marks: string[] = []
  const held = paragraph.replace(MARK, (mark) => `\uE000${marks.push(mark) - 1}\uE001`).replace(/\s+/g, ' ')
  const pieces = sentences(splittable(held)).map(({ start, end }) => held.slice(start, end))
  return pieces.flatMap((piece) => {
    const own = [...piece.matchAll(PLACEHOLDER)].map(([, place]) => marks[Number(place)]!)
    if (own.length === 0) return []
    const keys = own.flatMap((mark) => [...mark.matchAll(KEY)].map(([, braced, bare]) => braced ?? bare!))
    return [
      {
        text: piece.replace(PLACEHOLDER, (_, place) => marks[Number(place)]!.replace(/\s+/g, ' ')).trim(),
        claim: piece.replace(PLACEHOLDER, ' ').replace(/\s+/g, ' ').trim(),
        keys: [...new Set(keys)],
      },
    ]
  })
}

/** Returns a text as long as `held` that splits correctly: "It fell. [@lee2012]" ends after the mark; "@lee2012 found" begins one. */
function splittable(held: string): string {
  return held
    .replace(/(?<!\bal)([.!?])(\s?(?:\uE000\d+\uE001\s?)*\uE000\d+\uE001)(?=\s+\p{Lu}|\s*$)/gu, '$2$1')
    .replace(/(?<=[.!?]\s)(?<!\bal\.\s)\uE000(?=\d+\uE001\s+\p{Ll})/gu, 'X')
}
