/** Where a stretch of a paper is printed, as every answer describes it. */
import { z } from 'zod'

const Box = z
  .object({ left: z.number(), top: z.number(), right: z.number(), bottom: z.number() })
  .meta({ title: 'Box' })

/** One entry a page; a box a line, in points from the top left corner. */
export const PageBoxesShape = z.array(
  z
    .object({ page: z.int(), width: z.number(), height: z.number(), boxes: z.array(Box) })
    .meta({ title: 'PageBoxes' }),
)
