/**
 * Defuses marks that steer a model or a reader of its text, such as `<answer>` or `<|im_end|>`, in text that the model did not write:
 * papers, titles, questions, web pages, results of code. All marks are in this table: tests/repo/control-marks.test.ts looks for
 * every tag that a prompt uses or that code reads, and for every mark of the known chat templates.
 */

/** Tags that Gloss's prompts ask for and its code reads, as patterns. */
const READ_TAGS = [
  'think(?:ing)?',
  'answer\\w*',
  'select',
  'code',
  'execution_results?',
  'search[_ -]?query',
  // Tags that agents wrap around the texts in their prompts.
  'evidence',
  'context',
  'documents?',
  'instructions?',
]
const CALLS = '(?:tools?_(?:calls?|responses?|results?|use)|function_(?:calls?|results?))'
/** Tags of chat templates, and of the function calls that servers parse from a text. */
const TURN_TAGS = [
  '(?:start|end)_of_(?:turn|image|text)',
  '(?:begin|end)_of_(?:sentence|thought|solution|utterance)',
  '(?:start|end)_function_(?:calls?|responses?|declaration)',
  // Cohere, Seed; and the numbered tags of Nemotron, Baichuan and Gemma.
  '(?:bos|eos|pad|unk)_token',
  'seed:\\w{1,40}',
  '(?:extra_id_|reserved_|special_|unused)\\d{1,5}',
  CALLS,
  // <minimax:tool_call> and others with a namespace.
  `\\w{1,40}:(?:${CALLS}|invoke|parameter)`,
  'invoke',
  'parameter',
  // <system>, <system-reminder>, <system_prompt>
  '(?:system|developer|assistant|user|human)(?:[-_]\\w{1,40}){0,3}',
]
/** Words that are also common in other angle brackets: only the whole tag counts, without attributes. */
const EXACT_READ_TAGS = ['page', 'links', 'paper', 'query', 'search', 'keywords?', 'question', 'truth']
const EXACT_TURN_TAGS = [
  's',
  'bos',
  'eos',
  'pad',
  'unk',
  'sop',
  'eop',
  'eod',
  'eot',
  'tools?',
  'role',
  '用户',
  '_user',
  '_bot',
]
const BRACKETED = [
  'INST',
  'SYSTEM_PROMPT',
  'AVAILABLE_TOOLS',
  'TOOL_(?:CALLS|RESULTS|CONTENT)',
  'ARGS',
  'CALL_ID',
  'UNUSED_TOKEN_\\d{1,5}',
  'THINK',
  'gMASK',
]

// Limits keep the search linear: no known mark is longer.
const SPACE = '\\s{0,8}'
const ATTRIBUTES = '(?:\\s[^<>]{0,200})?'
const START = `<${SPACE}(?:/${SPACE})?`

const TURN_MARKS = [
  // <|im_end|>, <｜User｜> (its bars are normalised by now), <|turn>, <turn|>
  '<\\|[^<>|]{1,64}\\|>',
  `<${SPACE}\\|${SPACE}[\\w▁.:/-]{2,64}\\|${SPACE}>`,
  '<\\|/?\\w{2,40}>',
  '</?\\w{2,40}\\|>',
  `<<${SPACE}/?${SPACE}SYS${SPACE}>>`,
  `\\[${SPACE}/?${SPACE}(?:${BRACKETED.join('|')})${SPACE}\\]`,
  // MiniMax: ]~!b[ begins a text, ]~b] a turn, and [e~[ ends it.
  '\\]~!?b[[\\]]',
  '\\[e~\\[',
  // The fields of HippoRAG's filter prompt.
  `\\[\\[${SPACE}##${SPACE}\\w{1,40}${SPACE}##${SPACE}\\]\\]`,
  ...tagPatterns(TURN_TAGS, EXACT_TURN_TAGS),
]
const ANY_MARK = new RegExp([...TURN_MARKS, ...tagPatterns(READ_TAGS, EXACT_READ_TAGS)].join('|'), 'gi')
const TURN_MARK = new RegExp(TURN_MARKS.join('|'), 'gi')

/** Look-alikes that Unicode normalisation does not turn back into brackets. */
const HARMLESS: Readonly<Record<string, string>> = { '<': '‹', '>': '›', '[': '⟦', ']': '⟧' }
/** Brackets that marks begin with, and characters that compatibility normalisation, which some tokenizers apply, turns into one. */
const OPENING = /[<[\]＜﹤［］]/
const NOT_SEEN = /[\p{Default_Ignorable_Code_Point}\p{Cc}]/u
const SHOWN_ASCII = /^[\t\n\f\v\r -~]/
/** Runs of printable ASCII; any other character by itself. */
const RUNS = /[\t\n\f\v\r -~]+|[^\t\n\f\v\r -~]/gu

/**
 * Returns the text with other brackets around each mark (`‹answer›`, `‹|im_end|›`), of the same length, so that offsets stay; all else
 * is unchanged: `a < b` and `<i>` are not marks. Marks are found in any case, in full-width letters, and with invisible characters inside.
 */
export function defuseControlMarks(text: string): string {
  return defused(text, ANY_MARK)
}

/** Does the same only for marks of chat templates: for text that another model wrote, whose tags are meant to be read. */
export function defuseTurnMarks(text: string): string {
  return defused(text, TURN_MARK)
}

function defused(text: string, marks: RegExp): string {
  if (!OPENING.test(text)) return text
  const { plain, placeOf } = plainForm(text)
  const pieces: string[] = []
  let from = 0
  for (const { index, 0: mark } of plain.matchAll(marks))
    for (let at = index; at < index + mark.length; at++) {
      const harmless = HARMLESS[plain[at] ?? '']
      if (harmless === undefined) continue
      const place = placeOf(at)
      pieces.push(text.slice(from, place), harmless)
      from = place + 1
    }
  return pieces.length === 0 ? text : pieces.join('') + text.slice(from)
}

interface PlainForm {
  readonly plain: string
  /** Maps an index in `plain` to its UTF-16 offset in the text; must be called in ascending order. */
  readonly placeOf: (at: number) => number
}

/** Returns the text as a tokenizer may read it. */
function plainForm(text: string): PlainForm {
  const pieces: string[] = []
  const runs: { readonly at: number; readonly place: number }[] = []
  let length = 0
  for (const { index, 0: run } of text.matchAll(RUNS)) {
    const form = SHOWN_ASCII.test(run) ? run : seenForm(run)
    if (form === '') continue
    runs.push({ at: length, place: index })
    pieces.push(form)
    length += form.length
  }
  let run = 0
  return {
    plain: pieces.join(''),
    placeOf(at) {
      while ((runs[run + 1]?.at ?? length) <= at) run++
      const { at: start = 0, place = 0 } = runs[run] ?? {}
      return place + at - start
    },
  }
}

/** Returns the normalised form of one character; empty if it is invisible. */
function seenForm(character: string): string {
  return NOT_SEEN.test(character) ? '' : character.normalize('NFKC')
}

/** A tag may lack its end, as in a text that is cut off, unless there is a space after its bracket. */
function tagPatterns(names: readonly string[], exactNames: readonly string[]): string[] {
  const [any, exact] = [names.join('|'), exactNames.join('|')]
  return [
    `</?(?:${any})(?![\\w-])(?:${ATTRIBUTES}/?>)?`,
    `${START}(?:${any})${ATTRIBUTES}/?>`,
    `${START}(?:${exact})${SPACE}/?>`,
  ]
}
