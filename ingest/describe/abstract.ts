/** Finds the abstract by its heading, by a heading run into the text, by labels, or by its place on the first page. */
import { type Abstract, collected, FRONT_SHARE, isEnd, SAME_SIZE_POINTS } from './abstract-extent.ts'
import { type Block, CODE, type Front } from './blocks.ts'
import { ABSTRACT_LABEL, ABSTRACT_NAME, INTRODUCTION_NAME, SECTION_NAME } from './heading-names.ts'

const MIN_UNHEADED_CHARACTERS = 200
const SEARCH_BLOCKS = 14
const INTRODUCTION_WITHIN_BLOCKS = 6
const LANGUAGE_CHARACTERS = 3000
const RUN_IN =
  /^(?:abstract|a\s?b\s?s\s?t\s?r\s?a\s?c\s?t|summary|synopsis|zusammenfassung|résumé|resumen|resumo|riassunto)\s*(?:[—–:.-]+\s*|\s+(?=\p{Lu}))|^[【[]?(?:摘\s*要|要\s*旨|초\s*록)[】\]]?\s*[—–：:.-]*\s*(?=\S)/iu
const NO_ABSTRACT =
  /^(?:fig(?:ure|\.)?|tab(?:le|\.)?|scheme|chart|box)\s*\d|@|\b(?:university|department|institute|hospital|school of|college|laboratory|received|accepted|correspond|copyright|©|licen[cs]e)/i
// "Blood. 2020;136(10):1134–43.": a reference, such as a letter has above its title if it begins below the end of another.
const REFERENCE = /\b(?:19|20)\d\d;\s?\d|^\[?\d{1,3}[.\]]\s/
const FOOTNOTE = /^(?:[∗*†‡§¶]|\d{1,2}\s?\p{Lu})/u
/** Leaders of a table of contents. */
const LEADERS = /(?:\s?\.){5}/

/** Finds the abstract; of several, `languageOf` picks the one in the language of the body. Null if the paper has none. */
export function abstractOf(front: Front, languageOf: (text: string) => string | null): Abstract | null {
  const headed = byHeading(front)
  const [only] = headed
  if (headed.length > 1) return inBodyLanguage(front, headed, languageOf)
  return only ?? byRunIn(front) ?? byLabels(front) ?? byPlace(front)
}

function byHeading(front: Front): Abstract[] {
  const found: Abstract[] = []
  for (const [at, block] of front.blocks.entries()) {
    if (block.start > Math.max(front.secondPageEnd, front.text.length * FRONT_SHARE)) break
    if (!ABSTRACT_NAME.test(block.text) || block.start < (found.at(-1)?.end ?? 0)) continue
    const first = firstBelow(block, front.blocks, at)
    const abstract = first === null ? null : collected(front, first, '')
    if (abstract !== null) found.push({ ...abstract, start: Math.min(block.start, abstract.start) })
  }
  return found
}

/** Picks the abstract in the paper's language; journals may print another in their readers' language. */
function inBodyLanguage(
  front: Front,
  abstracts: readonly Abstract[],
  languageOf: (text: string) => string | null,
): Abstract | null {
  const middle = Math.floor(front.text.length / 2)
  const language = languageOf(front.text.slice(middle, middle + LANGUAGE_CHARACTERS))
  return abstracts.find(({ text }) => languageOf(text) === language) ?? abstracts[0] ?? null
}

/** Returns the index of the first block under the heading; a block of another column may come between them in reading order. */
function firstBelow(heading: Block, blocks: readonly Block[], at: number): number | null {
  const line = heading.lines[0]
  if (line === undefined || at + 1 >= blocks.length) return null
  const centre = (line.left + line.right) / 2
  for (let next = at + 1; next < Math.min(blocks.length, at + 1 + SEARCH_BLOCKS); next++) {
    const place = blocks[next]?.lines[0]
    if (place === undefined || place.page !== line.page) break
    const slack = 2 * Math.max(line.size, 1)
    if (place.left - slack <= centre && centre <= place.right + slack && place.top >= line.top - slack)
      return next
  }
  return at + 1
}

function byRunIn(front: Front): Abstract | null {
  for (const [at, block] of front.blocks.entries()) {
    if (block.start > front.secondPageEnd) break
    const match = RUN_IN.exec(block.text)
    if (match !== null && block.text.length > match[0].length + 40) return collected(front, at, match[0])
  }
  return null
}

/** Finds "Objectives. … Methods. … Results. …" without a heading above. */
function byLabels(front: Front): Abstract | null {
  for (const [at, block] of front.blocks.entries()) {
    if (block.start > front.firstPageEnd || INTRODUCTION_NAME.test(block.text)) break
    const labels =
      block.text.match(/\b(?:Background|Objectives?|Aims?|Purpose|Methods?|Results?|Conclusions?)[.:]\s/g) ??
      []
    const opens = ABSTRACT_LABEL.test(block.text) && block.text.length > 80
    if (opens && (labels.length >= 2 || hasLabelledNeighbour(front.blocks, at)))
      return collected(front, at, '')
  }
  return null
}

function hasLabelledNeighbour(blocks: readonly Block[], at: number): boolean {
  const next = blocks[at + 1]
  return next !== undefined && ABSTRACT_LABEL.test(next.text) && next.text.length > 80
}

/** Finds the longest paragraph of the first page before the introduction that is not an address or notice. */
function byPlace(front: Front): Abstract | null {
  let best: number | null = null
  for (const [at, block] of front.blocks.entries()) {
    if (block.start > front.firstPageEnd || SECTION_NAME.test(block.text)) break
    if (!isUnheaded(block) || !isSetApart(front, block, at)) continue
    if (best === null || block.text.length > (front.blocks[best]?.text.length ?? 0)) best = at
  }
  return best === null ? null : collected(front, best, '')
}

function isUnheaded({ text }: Block): boolean {
  if (text.length < MIN_UNHEADED_CHARACTERS) return false
  return (
    ![NO_ABSTRACT, REFERENCE, FOOTNOTE, CODE].some((form) => form.test(text.slice(0, 200))) &&
    !LEADERS.test(text)
  )
}

/** Returns whether a block's type differs from the body's, or keywords or an introduction follow: a letter's body has neither. */
function isSetApart({ blocks, bodySize }: Front, block: Block, at: number): boolean {
  if (bodySize === 0) return true
  if (/^\p{Ll}/u.test(block.text)) return false
  if (block.bold || block.italic || Math.abs(block.size - bodySize) > SAME_SIZE_POINTS) return true
  return blocks.slice(at + 1, at + 1 + INTRODUCTION_WITHIN_BLOCKS).some(isEnd)
}
