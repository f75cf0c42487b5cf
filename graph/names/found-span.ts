/** A name at a place of a text, before it becomes a mention. */
import type { MentionKind } from './mention.ts'

export interface FoundSpan {
  /** UTF-16 offsets into the text given. */
  readonly start: number
  readonly end: number
  /** What the surface stands for, canonical. */
  readonly name: string
  readonly kind: MentionKind
}
