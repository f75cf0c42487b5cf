/** What the parent and the child that reads web pages say to each other. */
import type { PageContents, Passages } from '../../tools/index.ts'

export type PageRequest =
  | { readonly kind: 'html'; readonly html: string; readonly base: string }
  | { readonly kind: 'passages'; readonly text: string; readonly question: string; readonly maxWords: number }

export type PageAnswer =
  | { readonly kind: 'html'; readonly contents: PageContents }
  | { readonly kind: 'passages'; readonly passages: Passages }
