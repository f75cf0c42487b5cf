/**
 * Splits text into word pieces of uncased BERT vocabularies: without control characters, in lower case, without accents, split at spaces,
 * punctuation and CJK characters, then by the longest known piece (Devlin et al. 2019; WordPiece, Wu et al. 2016 section 4.1).
 * Names of special pieces such as "[MASK]" in a text are ordinary text, so a document cannot contain one.
 */

const CONTINUATION = '##'
const UNKNOWN = '[UNK]'
// Longer words are unknown as a whole, as in BERT.
const MAX_WORD_CHARACTERS = 100
// Words of more than one piece are cached; the cache is emptied when it is full.
const MAX_REMEMBERED_WORDS = 50_000

// A long text is split by stretches until there are enough pieces. The rest of a word longer than a stretch, which is unknown, is skipped.
const STRETCH_CHARACTERS = 65_536
const SPACE = /\s/g

const NEEDS_CLEANING = /[^\t\n\r -~]/
const DROPPED = /[\0\ufffd]|(?![\t\n\r])[\p{Cc}\p{Cf}\p{Co}\p{Cs}]/gu
const CJK =
  /[\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\u{20000}-\u{2a6df}\u{2a700}-\u{2ceaf}\u{2f800}-\u{2fa1f}]/gu
const MARK = /\p{Mn}/gu
const WORD_OR_MARK = /[^\s\p{P}!-/:-@[-`{-~]+|[\p{P}!-/:-@[-`{-~]/gu

const KIND = { space: 0, punctuation: 1, word: 2 } as const
const ASCII_KINDS = Uint8Array.from({ length: 128 }, (_, code) => {
  const character = String.fromCharCode(code)
  if (/\s/.test(character)) return KIND.space
  return /[a-z0-9]/i.test(character) ? KIND.word : KIND.punctuation
})

export interface WordPieces {
  /** Pieces in the vocabulary; ids count from 0. */
  readonly size: number
  /** Writes the ids of `text`, without [CLS] and [SEP], into `ids` until it is full; returns how many were written. */
  encodeInto(text: string, ids: Int32Array): number
}

/** Creates a splitter. `vocabulary` has the pieces in the order of their ids, continuations marked by `##`, as in a vocab.txt. */
export function createWordPieces(vocabulary: readonly string[]): WordPieces {
  const starts = new Map<string, number>()
  const continuations = new Map<string, number>()
  let maxPieceLength = 0
  vocabulary.forEach((piece, id) => {
    const isContinuation = piece.startsWith(CONTINUATION) && piece.length > CONTINUATION.length
    if (isContinuation) continuations.set(piece.slice(CONTINUATION.length), id)
    starts.set(piece, id)
    maxPieceLength = Math.max(maxPieceLength, piece.length)
  })
  const unknown = [starts.get(UNKNOWN) ?? 0]
  const remembered = new Map<string, readonly number[]>()

  function split(word: string): readonly number[] {
    if (word.length > MAX_WORD_CHARACTERS && [...word].length > MAX_WORD_CHARACTERS) return unknown
    const found: number[] = []
    for (let from = 0; from < word.length; ) {
      const pieces = from === 0 ? starts : continuations
      let to = Math.min(word.length, from + maxPieceLength)
      let id = pieces.get(word.slice(from, to))
      while (id === undefined && --to > from) id = pieces.get(word.slice(from, to))
      if (id === undefined) return unknown
      found.push(id)
      from = to
    }
    return found
  }

  function append(word: string, ids: Int32Array, at: number): number {
    const whole = starts.get(word)
    if (whole !== undefined) {
      ids[at] = whole
      return at + 1
    }
    let parts = remembered.get(word)
    if (parts === undefined) {
      parts = split(word)
      if (remembered.size >= MAX_REMEMBERED_WORDS) remembered.clear()
      remembered.set(word, parts)
    }
    let next = at
    for (const id of parts) if (next < ids.length) ids[next++] = id
    return next
  }

  /** Encodes printable ASCII, the common case, without regular expressions or Unicode normalisation. */
  function encodeAscii(text: string, ids: Int32Array, filled: number): number {
    const lower = text.toLowerCase()
    let count = filled
    for (let from = 0; from < lower.length && count < ids.length; ) {
      const kind = ASCII_KINDS[lower.charCodeAt(from)]
      let to = from + 1
      if (kind === KIND.word) while (ASCII_KINDS[lower.charCodeAt(to)] === KIND.word) to++
      if (kind !== KIND.space) count = append(lower.slice(from, to), ids, count)
      from = to
    }
    return count
  }

  function encodeAny(text: string, ids: Int32Array, filled: number): number {
    let count = filled
    for (const [word] of normalised(text).matchAll(WORD_OR_MARK)) {
      if (count >= ids.length) break
      count = append(word, ids, count)
    }
    return count
  }

  return {
    size: vocabulary.length,
    encodeInto: (text, ids) =>
      encodeStretches(text, ids, (stretch, filled) =>
        NEEDS_CLEANING.test(stretch) ? encodeAny(stretch, ids, filled) : encodeAscii(stretch, ids, filled),
      ),
  }
}

/** Encodes a text by stretches. `encode` appends the ids of a stretch to `ids` and returns their new number. */
function encodeStretches(
  text: string,
  ids: Int32Array,
  encode: (stretch: string, filled: number) => number,
): number {
  let count = 0
  for (let at = 0; at < text.length && count < ids.length; ) {
    const end = stretchEnd(text, at)
    count = encode(text.slice(at, Math.min(end, at + 2 * STRETCH_CHARACTERS)), count)
    at = end
  }
  return count
}

/** Returns the first white space after a stretch, or the end of the text, so that no word is split. */
function stretchEnd(text: string, from: number): number {
  if (text.length - from <= STRETCH_CHARACTERS) return text.length
  SPACE.lastIndex = from + STRETCH_CHARACTERS
  return SPACE.exec(text)?.index ?? text.length
}

function normalised(text: string): string {
  return text.replace(DROPPED, '').replace(CJK, ' $& ').toLowerCase().normalize('NFD').replace(MARK, '')
}
