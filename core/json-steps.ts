/**
 * JSON of any size, read in short steps: `JSON.parse` takes 1 to 2 ms a MB of one text and 20 a MB of small lists, all in one piece.
 * The value, or the failure, is what `JSON.parse` gives. Still in one piece: a list of tens of millions when it has to grow.
 */

/** Characters of a string that a step reads. */
const STRING_PART = 131_072
/** Parts of values that a step reads. */
const PARTS_A_STEP = 512
const SCALAR = /[^\s",:[\]{}]+/y
const UNFINISHED_UNICODE = /\\u[\da-f]{0,3}$/i

interface OpenValue {
  readonly value: unknown[] | Record<string, unknown>
  /** Of an object: where the next value goes. */
  key: string
}
/** What may come next: `first…` also the end of the list or object. */
type Expected = 'value' | 'firstItem' | 'key' | 'firstKey' | 'separator'

/** What the whole text may hold at most. */
export interface JsonLimits {
  /** Of lists and objects in each other. */
  readonly levels: number
  /** Lists, objects and names of fields. */
  readonly parts: number
}

/** Throws `SyntaxError` for what is no JSON, and `RangeError` for what is over a limit, with "more than N levels" or "… parts" as its message. */
export function* jsonSteps(text: string, limits: JsonLimits): Generator<void, unknown> {
  const made = createValue(limits)
  let at = afterBlanks(text, 0)

  function* readText(): Generator<void> {
    const { value, end } = yield* stringSteps(text, at + 1)
    at = end
    if (!made.isAtKey()) {
      made.put(value)
      return
    }
    const colon = afterBlanks(text, end)
    if (text[colon] !== ':') throw new SyntaxError(`No ":" at ${colon}`)
    made.name(value)
    at = colon + 1
  }
  function readScalar(): void {
    SCALAR.lastIndex = at
    const [scalar] = SCALAR.exec(text) ?? []
    if (scalar === undefined) throw new SyntaxError(`Unexpected ${text[at]} at ${at}`)
    made.put(JSON.parse(scalar))
    at += scalar.length
  }
  function readMark(mark: string): boolean {
    if (mark === '{') made.begin({})
    else if (mark === '[') made.begin([])
    else if (mark === '}' || mark === ']') made.end(mark === ']')
    else if (mark === ',') made.separate()
    else return false
    at++
    return true
  }

  for (let parts = 1; at < text.length; parts++) {
    const mark = text[at]!
    if (mark === '"') yield* readText()
    else if (!readMark(mark)) readScalar()
    at = afterBlanks(text, at)
    if (parts % PARTS_A_STEP === 0) yield
  }
  return made.whole()
}

/** A value that is put together part by part. Each part that may not come where it comes is a `SyntaxError`. */
function createValue(limits: JsonLimits) {
  const open: OpenValue[] = []
  let expected: Expected = 'value'
  let whole: unknown
  let parts = 0
  const count = () => {
    if (++parts > limits.parts)
      throw new RangeError(`more than ${limits.parts} lists, objects and names of fields`)
  }
  const check = (isRight: boolean) => {
    if (!isRight) throw new SyntaxError(`Another part where a ${expected} is expected`)
  }

  function put(value: unknown): void {
    check(expected === 'value' || expected === 'firstItem')
    const inner = open.at(-1)
    if (inner === undefined) whole = value
    else if (Array.isArray(inner.value)) inner.value.push(value)
    else if (inner.key !== '__proto__') inner.value[inner.key] = value
    else
      Object.defineProperty(inner.value, inner.key, {
        value,
        writable: true,
        enumerable: true,
        configurable: true,
      })
    expected = 'separator'
  }

  return {
    put,
    begin(value: OpenValue['value']): void {
      if (open.length >= limits.levels) throw new RangeError(`more than ${limits.levels} levels`)
      count()
      put(value)
      open.push({ value, key: '' })
      expected = Array.isArray(value) ? 'firstItem' : 'firstKey'
    },
    end(isList: boolean): void {
      const inner = open.pop()
      check(inner !== undefined && Array.isArray(inner.value) === isList)
      check(expected === 'separator' || expected === (isList ? 'firstItem' : 'firstKey'))
      expected = 'separator'
    },
    separate(): void {
      const inner = open.at(-1)
      check(inner !== undefined && expected === 'separator')
      expected = Array.isArray(inner?.value) ? 'value' : 'key'
    },
    isAtKey: () => expected === 'key' || expected === 'firstKey',
    name(key: string): void {
      count()
      open.at(-1)!.key = key
      expected = 'value'
    },
    whole(): unknown {
      check(open.length === 0 && expected === 'separator')
      return whole
    },
  }
}

function afterBlanks(text: string, from: number): number {
  let at = from
  for (; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code !== 0x20 && code !== 0x0a && code !== 0x0d && code !== 0x09) break
  }
  return at
}

/** The string that begins at `from`, behind its quotation mark, and where what follows it begins. */
function* stringSteps(text: string, from: number): Generator<void, { value: string; end: number }> {
  const read: string[] = []
  for (let at = from; ; ) {
    const part = text.slice(at, at + STRING_PART)
    const close = closingMark(part)
    const length = close < 0 ? wholeEscapes(part) : close
    if (close < 0 && (length === 0 || at + part.length >= text.length))
      throw new SyntaxError('A text without an end')
    read.push(JSON.parse(`"${part.slice(0, length)}"`) as string)
    at += length
    if (close >= 0) return { value: read.length === 1 ? read[0]! : read.join(''), end: at + 1 }
    yield
  }
}

/** -1 where the string goes on. */
function closingMark(part: string): number {
  let at = part.indexOf('"')
  while (at >= 0 && backslashesBefore(part, at) % 2 === 1) at = part.indexOf('"', at + 1)
  return at
}

function backslashesBefore(part: string, end: number): number {
  let start = end
  while (start > 0 && part[start - 1] === '\\') start--
  return end - start
}

/** How much of the part can be read without what follows: an escape is not cut in two. */
function wholeEscapes(part: string): number {
  if (backslashesBefore(part, part.length) % 2 === 1) return part.length - 1
  const unicode = part.length - (UNFINISHED_UNICODE.exec(part.slice(-5))?.[0].length ?? 0)
  return unicode < part.length && backslashesBefore(part, unicode + 1) % 2 === 1 ? unicode : part.length
}
