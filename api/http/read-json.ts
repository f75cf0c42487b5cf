/** Reads a JSON body, a large one in turns, with limits on its contents. */
import { type ParsedTokenInfo, Tokenizer, TokenParser, TokenType } from '@streamparser/json'
import { createTurns, invalidInput } from '../../core/index.ts'

const LIMITS = {
  // Requests with schemas of tools have some 20 levels; JSON.stringify, which is recursive, fails at some 5,000. Chosen, not measured.
  levels: 500,
  // A conversation of 10,000 messages has 40,000 parts. Later steps handle the value in one turn.
  parts: 100_000,
}
// Bytes: for the worst ones, brackets, `JSON.parse` and the check of their depth take some 10 ms.
const READ_AT_ONCE = 131_072
// Bytes: some 5 ms for quotation marks, which are the slowest.
const PIECE = 16_384

/** Throws `SyntaxError` for invalid JSON, `TypeError` for invalid UTF-8, `INPUT_INVALID` for too many levels or parts. */
export async function readJson(body: Uint8Array): Promise<unknown> {
  try {
    return body.byteLength > READ_AT_ONCE ? await readInTurns(body, LIMITS) : readAtOnce(body)
  } catch (error) {
    if (error instanceof RangeError) throw invalidInput('body', `The body has ${error.message}.`)
    throw error
  }
}

/** Parses a body in one piece, too small for too many parts. Throws `SyntaxError`, `TypeError`, and `RangeError` for too many levels. */
export function readAtOnce(body: Uint8Array): unknown {
  const value: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body))
  if (isDeeper(value, LIMITS.levels)) throw new RangeError(`more than ${LIMITS.levels} levels`)
  return value
}

/** Returns what `JSON.parse` returns. Throws as `readJson` does, but `RangeError` over a limit. */
export async function readInTurns(body: Uint8Array, limits: typeof LIMITS): Promise<unknown> {
  const takeTurns = createTurns()
  const decoder = new TextDecoder('utf-8', { fatal: true })
  const { write, end } = createParser(limits)
  for (let at = 0; at < body.byteLength; at += PIECE) {
    write(decoder.decode(body.subarray(at, at + PIECE), { stream: true }))
    await takeTurns()
  }
  decoder.decode()
  return end()
}

function createParser(limits: typeof LIMITS) {
  const tokenizer = new Tokenizer({ stringBufferSize: PIECE })
  const parser = new TokenParser({ paths: ['$'], keepStack: false })
  const count = createCount(limits)
  let values: unknown[] = []
  parser.onValue = ({ value }) => {
    values = [value]
  }
  tokenizer.onToken = (token) => {
    count(token)
    parser.write(token)
  }
  const read = (step: () => void) => {
    try {
      step()
    } catch (error) {
      throw error instanceof RangeError ? error : new SyntaxError((error as Error).message, { cause: error })
    }
  }
  return {
    write: (text: string) => read(() => tokenizer.write(text)),
    end(): unknown {
      read(() => {
        if (!tokenizer.isEnded) tokenizer.end()
      })
      if (values.length === 0) throw new SyntaxError('Unexpected end of JSON input')
      return values[0]
    },
  }
}

/** Returns a function that throws `RangeError` at the first token over a limit. */
function createCount({ levels, parts }: typeof LIMITS): (token: ParsedTokenInfo) => void {
  let [level, part] = [0, 0]
  return ({ token }) => {
    if (token === TokenType.RIGHT_BRACE || token === TokenType.RIGHT_BRACKET) level--
    const isOpening = token === TokenType.LEFT_BRACE || token === TokenType.LEFT_BRACKET
    if (isOpening) level++
    if (isOpening || token === TokenType.COLON) part++
    if (level > levels) throw new RangeError(`more than ${levels} levels`)
    if (part > parts) throw new RangeError(`more than ${parts} lists, objects and names of fields`)
  }
}

/** Returns whether a value has more levels than `most`, without recursion. */
function isDeeper(value: unknown, most: number): boolean {
  let level = [value].filter(isObject)
  for (let depth = 0; level.length > 0; depth++) {
    if (depth >= most) return true
    level = level.flatMap((one) => Object.values(one).filter(isObject))
  }
  return false
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}
