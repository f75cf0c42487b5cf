/** Formats what the papers say to the quotations and numbers of an answer, one or two lines each. */
import type { AnswerMark } from '../app/wiring/index.ts'
import type { Context } from './context.ts'
import { shortened } from './output.ts'
import { inOneLine } from './terminal-text.ts'

const MAX_CHARACTERS_SHOWN = 200

/** Checks an answer. The code that checks quotations is only loaded here. */
export async function marksOn(answer: string, corpus: string, { gloss, signal }: Context) {
  const { markAnswer } = await import('../app/verify/index.ts')
  return await markAnswer(gloss, { answer, corpora: [corpus] }, signal)
}

/** Returns the lines, empty without marks. */
export function answerMarkLines(marks: readonly AnswerMark[]): string[] {
  return marks.length === 0 ? [] : ['Checked letter by letter:', ...marks.flatMap(linesOf)]
}

function linesOf({ kind, text, verdict, changes, title, page, says }: AnswerMark): string[] {
  const place = title === null ? '' : ` (${title}${page === null ? '' : `, p. ${page}`})`
  const what = kind === 'quote' ? `${verdict} quotation` : 'another wording in a paper'
  const changed = changes.map((change) => `${change.kind}: "${change.paper}", not "${change.answer}"`)
  return [
    inOneLine(`  ${what}: »${shortened(text, MAX_CHARACTERS_SHOWN)}«${place}`),
    ...changed.map((line) => inOneLine(`    ${line}`)),
    ...(verdict === 'altered' && says !== null
      ? [inOneLine(`    the paper: »${shortened(says, MAX_CHARACTERS_SHOWN)}«`)]
      : []),
  ]
}
