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

/** Returns a field `grammar` for what the agents of ReThinker are asked, by the prompt; none for the reflector, which may write what it likes. */
export function rethinkerForm({ messages = [] }: Asked): Record<string, string> {
  const prompt = messages[0]?.content ?? ''
  if (prompt.includes('FINAL DECISION'))
    return { grammar: `root ::= "FINAL DECISION: <select>Response " [1-2] "</select>"` }
  if (!prompt.includes('<code>')) return {}
  return { grammar: `root ::= [A-Za-z] [A-Za-z ,]{${SHORT},${SHORT + 20}} ". " ${FINAL}` }
}
