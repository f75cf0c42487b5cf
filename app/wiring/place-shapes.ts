/** Schema of where a stretch of a paper is printed, used in every answer. */
import { z } from 'zod'
import type { DeepReadonly } from '../../core/index.ts'

const Box = z
  .object({ left: z.number(), top: z.number(), right: z.number(), bottom: z.number() })
  .meta({ title: 'Box' })

/** One entry per page with a box per line, in points from the top left corner. */
export const PageBoxesShape = z.array(
  z
    .object({ page: z.int(), width: z.number(), height: z.number(), boxes: z.array(Box) })
    .meta({ title: 'PageBoxes' }),
)
/** Where a span of text is printed on one page. */
export type SpanOnPage = DeepReadonly<z.output<typeof PageBoxesShape>>[number]
export type PageBox = SpanOnPage['boxes'][number]
