/**
 * Forms (GBNF, as llama.cpp reads them) in which a model answers that is too small to keep one by itself: what stands between the marks, how
 * sure it is of it, and how long it takes are still the model's own.
 */

interface Asked {
  readonly messages?: readonly { readonly role: string; readonly content: string }[]
}

const FINAL = String.raw`"<answer>\\boxed{" [1-9] [0-9]? "}</answer>"`
/** Characters of prose before an answer. */
const SHORT = 8
const WORDS = '[A-Za-z] [A-Za-z ,]'

/** `prose`: characters of it at least; a monitor looks at some hundreds. */
export interface RethinkerForms {
  readonly prose: number
  /** Of the block of code that ends the first step of a solver; none where it is empty. */
  readonly code: readonly string[]
  /** Before the prose. */
  readonly opening: string
}

/** A field `grammar` for what the agents of ReThinker are asked, by the prompt; none for the reflector, which may write what it likes. */
export function rethinkerForm({ messages = [] }: Asked, forms: RethinkerForms): Record<string, string> {
  const prompt = messages[0]?.content ?? ''
  const written = messages.find(({ role }) => role === 'assistant')?.content ?? ''
  if (prompt.includes('FINAL DECISION'))
    return { grammar: `root ::= "FINAL DECISION: <select>Response " [1-2] "</select>"` }
  if (!prompt.includes('<code>')) return {}
  const hasRun = !prompt.startsWith('The problem is:') || written.includes('<execution_results>')
  if (forms.code.length === 0 || hasRun) return { grammar: `root ::= ${prose(SHORT)} ${FINAL}` }
  return { grammar: `root ::= ${quoted(forms.opening)} ${prose(forms.prose)} ${code(forms.code)}` }
}

function prose(characters: number): string {
  return `${WORDS}{${characters},${characters + 20}} ". "`
}

/** `WORDS` in a line of code stands for words of the model. */
function code(lines: readonly string[]): string {
  const parts = ['<code>', ...lines, '</code>'].join('\n').split('WORDS')
  return parts.map(quoted).join(` ${WORDS}{8,30} `)
}

function quoted(text: string): string {
  return JSON.stringify(text)
}
