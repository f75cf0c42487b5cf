/** Messages between the parent and the child process that reads web pages. */
import type { PageContents, Passages } from '../../tools/index.ts'

export type PageRequest =
  | { readonly kind: 'html'; readonly html: string; readonly base: string }
  | { readonly kind: 'passages'; readonly text: string; readonly question: string; readonly maxWords: number }

export type PageAnswer =
  | { readonly kind: 'html'; readonly contents: PageContents }
  | { readonly kind: 'passages'; readonly passages: Passages }
