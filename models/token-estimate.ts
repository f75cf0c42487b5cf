/** Estimates the tokens of a text if the server did not count them. Callers that show the number mark it as estimated. */

// English prose has some four characters per token in the byte-pair vocabularies in wide use; numbers, symbols and other
// scripts have fewer. Chosen to err on the high side: a projected cost should not be exceeded.
const CHARACTERS_PER_TOKEN = 3.6
const OTHER_CHARACTERS_PER_TOKEN = 1.2
const LAST_ASCII = 0x7f
/** Tokens that the chat format adds to each message. */
const TOKENS_PER_MESSAGE = 4

export function estimateTokens(text: string): number {
  return tokensOf(text.length, othersIn(text))
}

/** Creates an estimate of a text that arrives in pieces, none of which is kept. */
export function createTokenEstimate(): { add(piece: string): void; tokens(): number } {
  let characters = 0
  let others = 0
  return {
    add(piece) {
      characters += piece.length
      others += othersIn(piece)
    },
    tokens: () => tokensOf(characters, others),
  }
}

function othersIn(text: string): number {
  let others = 0
  for (let at = 0; at < text.length; at++) if (text.charCodeAt(at) > LAST_ASCII) others++
  return others
}

function tokensOf(characters: number, others: number): number {
  return Math.ceil((characters - others) / CHARACTERS_PER_TOKEN + others / OTHER_CHARACTERS_PER_TOKEN)
}

export function estimateMessageTokens(messages: readonly { readonly content: string }[]): number {
  return messages.reduce((sum, { content }) => sum + estimateTokens(content) + TOKENS_PER_MESSAGE, 0)
}

/** Returns the estimated tokens of a whole prompt. */
export function estimatePromptTokens(request: {
  readonly messages: readonly { readonly content: string }[]
  readonly prompt?: string
}): number {
  return request.prompt === undefined
    ? estimateMessageTokens(request.messages)
    : estimateTokens(request.prompt)
}
