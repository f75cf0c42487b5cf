/**
 * Finds code that a model writes into its text or its thoughts, `<code>` to `</code>`, in the pieces of a stream. Source:
 * Eigen-1's specs, section 3.2: the first closed block counts, with no other `<code>` in it; a fenced block
 * is text.
 */
import { type GrowingText, grown, NO_TEXT, wholeText } from '../core/index.ts'
import type { Channel } from './ports.ts'

/** State of a scan. */
export interface CodeScan {
  /** End of the text so far that may be the beginning of a tag. */
  readonly held: string
  /** Contents of the open block so far; null outside code. */
  readonly code: GrowingText | null
}

export interface CodeBlock {
  readonly code: string
  /** UTF-16 offset in the piece that closed the block, after `</code>`. */
  readonly end: number
}

const TAG = /<code(?:\s[^<>]{0,200})?>|<\/code>/g
/** End of a piece that may continue as a tag in the next one. */
const PARTIAL_TAG = /<(?:\/(?:c(?:o(?:de?)?)?)?|c(?:o(?:d(?:e(?:\s[^<>]{0,200})?)?)?)?)?$/
// A lone `<code>` in prose must not silence the monitor forever. The specs' decision, not measured.
const MAX_OPEN_CHARACTERS = 8_192

const NO_CODE: CodeScan = { held: '', code: null }

/** State before a scan, in either channel. */
export const UNSCANNED: Readonly<Record<Channel, CodeScan>> = { reasoning: NO_CODE, text: NO_CODE }

/** Returns whether the scan is in a block that may still be closed; an unclosed tag counts for 8,192 characters. */
export function isInCode({ code }: CodeScan): boolean {
  return code !== null && wholeText(code).length <= MAX_OPEN_CHARACTERS
}

/** Returns whether a block or a tag would be open after `text`. */
export function wouldBeInCode(scan: CodeScan, text: string): boolean {
  return isInCode(scanPastBlocks(scan, text)) || PARTIAL_TAG.test(scan.held + text)
}

/** Scans to the end of the first block that `piece` closes; what follows it in the piece is not scanned. */
export function scanCode(
  { held, code: open }: CodeScan,
  piece: string,
): { readonly scan: CodeScan; readonly block: CodeBlock | null } {
  const text = held + piece
  let code = open
  let from = 0
  for (const tag of text.matchAll(TAG)) {
    const end = tag.index + tag[0].length
    if (tag[0] !== '</code>') code = NO_TEXT
    else if (code !== null) {
      const block = { code: wholeText(code) + text.slice(from, tag.index), end: end - held.length }
      return { scan: NO_CODE, block }
    }
    from = end
  }
  const partial = PARTIAL_TAG.exec(text.slice(from))?.[0] ?? ''
  if (code !== null) code = grown(code, text.slice(from, text.length - partial.length))
  return { scan: { held: partial, code }, block: null }
}

/** Scans a whole piece if code is not run: its blocks only show where nothing may be injected. */
export function scanPastBlocks(scan: CodeScan, piece: string): CodeScan {
  let scanned = scanCode(scan, piece)
  for (let end = 0; scanned.block !== null; scanned = scanCode(scanned.scan, piece.slice(end)))
    end += scanned.block.end
  return scanned.scan
}
