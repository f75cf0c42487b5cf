/**
 * Grammars (GBNF, for llama.cpp) for models too small to follow a format unaided. The text between the marks, the stated confidence and
 * the length are still the model's own.
 */

interface Asked {
  readonly messages?: readonly { readonly role: string; readonly content: string }[]
}

const FINAL = String.raw`"<answer>\\boxed{" [1-9] [0-9]? "}</answer>"`
/** Characters of prose before an answer. */
const SHORT = 8

/** Returns a field `grammar` for a prompt of ReThinker's agents; none for the reflector, whose text is free. */
export function rethinkerForm({ messages = [] }: Asked): Record<string, string> {
  const prompt = messages[0]?.content ?? ''
  if (prompt.includes('FINAL DECISION'))
    return { grammar: `root ::= "FINAL DECISION: <select>Response " [1-2] "</select>"` }
  if (!prompt.includes('<code>')) return {}
  return { grammar: `root ::= [A-Za-z] [A-Za-z ,]{${SHORT},${SHORT + 20}} ". " ${FINAL}` }
}
