/**
 * Marks that steer a model or a reader of its text, such as `<answer>` or `<|im_end|>`, made harmless in text that the model did not write:
 * papers, titles, questions, web pages, results of code. The table is the one place for them: tests/repo/control-marks.test.ts looks for
 * every tag that a prompt uses or that code reads, and for every mark of the chat templates that are known.
 */

/** Tags that our prompts ask for and our readers read, as patterns. */
const READ_TAGS = [
  'think(?:ing)?',
  'answer\\w*',
  'select',
  'code',
  'execution_results?',
  'search[_ -]?query',
  // What agents wrap the texts in that they are given.
  'evidence',
  'context',
  'documents?',
  'instructions?',
]
const CALLS = '(?:tools?_(?:calls?|responses?|results?|use)|function_(?:calls?|results?))'
/** Tags of chat templates, and of the function calls that servers read out of a text. */
const TURN_TAGS = [
  '(?:start|end)_of_(?:turn|image|text)',
  '(?:begin|end)_of_(?:sentence|thought|solution|utterance)',
  '(?:start|end)_function_(?:calls?|responses?|declaration)',
  // Cohere, Seed; and what Nemotron, Baichuan and Gemma number.
  '(?:bos|eos|pad|unk)_token',
  'seed:\\w{1,40}',
  '(?:extra_id_|reserved_|special_|unused)\\d{1,5}',
  CALLS,
  // <minimax:tool_call> and others of a name space of their own.
  `\\w{1,40}:(?:${CALLS}|invoke|parameter)`,
  'invoke',
  'parameter',
  // <system>, <system-reminder>, <system_prompt>
  '(?:system|developer|assistant|user|human)(?:[-_]\\w{1,40}){0,3}',
]
/** Words that stand in angle brackets elsewhere, too: only the whole tag counts, without attributes. */
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

// Limits keep the search linear: no mark that is known is longer.
const SPACE = '\\s{0,8}'
const ATTRIBUTES = '(?:\\s[^<>]{0,200})?'
const START = `<${SPACE}(?:/${SPACE})?`

const TURN_MARKS = [
  // <|im_end|>, <｜User｜> (its bars are plain ones by now), <|turn>, <turn|>
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

/** Look-alikes that Unicode normalisation does not make brackets of again. */
const HARMLESS: Readonly<Record<string, string>> = { '<': '‹', '>': '›', '[': '⟦', ']': '⟧' }
/** Brackets that marks begin with, and what compatibility normalisation, which some tokenizers apply, makes one of. */
const OPENING = /[<[\]＜﹤［］]/
const NOT_SEEN = /[\p{Default_Ignorable_Code_Point}\p{Cc}]/u
const SHOWN_ASCII = /^[\t\n\f\v\r -~]/
/** Shown ASCII by the run, all else by the character. */
const RUNS = /[\t\n\f\v\r -~]+|[^\t\n\f\v\r -~]/gu

/**
 * The text with other brackets around each mark (`‹answer›`, `‹|im_end|›`), as long as it was, so that offsets stay; all else is unchanged:
 * `a < b` and `<i>` are no marks. Marks are found in any case, in wide letters, and with characters between theirs that are not seen.
 */
export function defuseControlMarks(text: string): string {
  return defused(text, ANY_MARK)
}

/** The same for the marks of chat templates alone: for what another model wrote, whose tags are meant to be read. */
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
  /** UTF-16 offset into the text of a character of `plain`; asked for in ascending order. */
  readonly placeOf: (at: number) => number
}

/** The text as a tokenizer may read it. */
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

/** Of one character; empty where it is not seen. */
function seenForm(character: string): string {
  return NOT_SEEN.test(character) ? '' : character.normalize('NFKC')
}

/** A tag may lack its end, as where a text is cut, unless there is a space behind its bracket. */
function tagPatterns(names: readonly string[], exactNames: readonly string[]): string[] {
  const [any, exact] = [names.join('|'), exactNames.join('|')]
  return [
    `</?(?:${any})(?![\\w-])(?:${ATTRIBUTES}/?>)?`,
    `${START}(?:${any})${ATTRIBUTES}/?>`,
    `${START}(?:${exact})${SPACE}/?>`,
  ]
}
