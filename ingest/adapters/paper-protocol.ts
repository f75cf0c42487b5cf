/** Messages between the parent and a child that reads papers. V8 serialises them, so buffers stay buffers. */
import type { PackedList } from '../../core/index.ts'
import type { ProseFigures } from '../../corpus/index.ts'
import type { Box } from '../extract/index.ts'
import type { Catalogue, CatalogueFormat, RecordResult } from '../formats/index.ts'
import type { ReadLimits, ReadOutcome, ReadPaper, Source, Summary } from '../ports.ts'
import type { PageFigure } from '../tables/index.ts'

/** Part of a page to mark, in points from the top left corner. */
export type PageMark = Box

/** A place to highlight, in points from the top left corner of the page as shown, with the text of its note. */
export interface PlaceToMark {
  /** Page number, from 1. */
  readonly page: number
  readonly boxes: readonly PageMark[]
  readonly note: string
}

/** Left, bottom, right and top in the page's own space (from the bottom left, before rotation). */
export type PdfRectangle = readonly [number, number, number, number]

export type PaperRequest =
  | {
      readonly kind: 'read'
      readonly source: Omit<Source, 'read'>
      readonly bytes: Uint8Array
      readonly limits: ReadLimits
    }
  | {
      readonly kind: 'render'
      readonly bytes: Uint8Array
      /** Page number, from 1. */
      readonly page: number
      readonly widthPixels: number
      readonly marks: readonly PageMark[]
      /** Part to draw; null for the whole page. */
      readonly crop: PageMark | null
    }
  | { readonly kind: 'paper-figures'; readonly bytes: Uint8Array }
  | { readonly kind: 'mark'; readonly bytes: Uint8Array; readonly places: readonly PlaceToMark[] }
  | { readonly kind: 'list'; readonly format: CatalogueFormat; readonly bytes: Uint8Array }
  | { readonly kind: 'record'; readonly line: string }
  | { readonly kind: 'measure'; readonly paper: ReadPaper; readonly languages: readonly string[] | null }
  | { readonly kind: 'summarise' | 'cut'; readonly paper: ReadPaper }

/** A `Catalogue`, packed, of one paper or a hundred thousand. */
export type PackedCatalogue = Readonly<Record<keyof Catalogue, PackedList>>

export type PaperAnswer =
  | { readonly kind: 'outcome'; readonly outcome: ReadOutcome }
  | { readonly kind: 'image'; readonly png: Uint8Array }
  /** The catalogue is null for bytes that are not text. */
  | { readonly kind: 'catalogue'; readonly catalogue: PackedCatalogue | null }
  | { readonly kind: 'record'; readonly record: RecordResult }
  | { readonly kind: 'figures'; readonly figures: ProseFigures }
  | { readonly kind: 'summary'; readonly summary: Summary }
  | { readonly kind: 'passages'; readonly passages: PackedList }
  | { readonly kind: 'paper-figures'; readonly figures: readonly PageFigure[] }
  /** `rectangles` has one list for each place. */
  | {
      readonly kind: 'marked'
      readonly pdf: Uint8Array
      readonly rectangles: readonly (readonly PdfRectangle[])[]
    }
  /** Failure to draw a page, or to read a file's tables. */
  | { readonly kind: 'failure'; readonly code: string; readonly detail: string }
