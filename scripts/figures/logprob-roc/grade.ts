/** Is a short answer right? Its words in order within the text behind "Answer:", without case, marks and articles (as SQuAD). */

/** False where the text names no answer. */
export function hasAnswer(said: string, gold: readonly string[]): boolean {
  const [, answer] = /Answer:([^\n]*)/.exec(said) ?? []
  if (answer === undefined) return false
  const words = ` ${plain(answer)} `
  return gold.some((one) => plain(one) !== '' && words.includes(` ${plain(one)} `))
}

function plain(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s]/gu, '')
    .replace(/\b(?:a|an|the)\b/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
}
