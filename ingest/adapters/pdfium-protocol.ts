/** What the parent and the child that holds pdfium say to each other. Sent with V8's serialisation, so buffers stay buffers. */
import type { Description, Page } from '../../corpus/index.ts'
import type { ReadLimits } from '../ports.ts'

/** A stretch of a page that is drawn as if by a marker, in points from the top left corner. */
export interface PageMark {
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
}

export type PdfRequest =
  | { readonly kind: 'read'; readonly bytes: Uint8Array; readonly limits: ReadLimits }
  | {
      readonly kind: 'render'
      readonly bytes: Uint8Array
      /** From 1. */
      readonly page: number
      readonly widthPixels: number
      readonly marks: readonly PageMark[]
    }

export type PdfAnswer =
  | {
      readonly kind: 'reading'
      readonly pages: readonly Page[]
      readonly description: Description
      /** Numbers of the pages on which recognition ran out of time. */
      readonly lostPages: readonly number[]
    }
  | { readonly kind: 'image'; readonly png: Uint8Array }
  | { readonly kind: 'failure'; readonly code: string; readonly detail: string }

/** `progress` gives the request its whole time limit anew; `done` ends it. */
export type ChildMessage =
  | { readonly kind: 'progress' }
  | { readonly kind: 'done'; readonly answer: PdfAnswer; readonly residentMb: number }
