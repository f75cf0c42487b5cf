/** A set of paragraphs put together again into the articles they come from, for measuring passages of long texts. */
import type { BeirDocument, BeirSet } from './beir.ts'

/** Paragraphs with the same title are one article, in the order of the set; a judged paragraph judges its article. */
export function articlesOf(set: BeirSet): BeirSet {
  const articles = new Map<string, { readonly place: number; readonly paragraphs: string[] }>()
  const places = set.documents.map(({ title, text }) => {
    const article = articles.get(title) ?? { place: articles.size, paragraphs: [] }
    articles.set(title, article)
    article.paragraphs.push(text)
    return article.place
  })
  const documents = [...articles].map(
    ([title, { paragraphs }]): BeirDocument => ({ id: title, title, text: paragraphs.join('\n\n') }),
  )
  const questions = set.questions.map(({ text, gains }) => ({
    text,
    gains: new Map([...gains].map(([paragraph, gain]) => [places[paragraph] ?? 0, gain])),
  }))
  return { documents, questions }
}
