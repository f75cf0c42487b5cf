/** GET /patterns: the patterns of the solver with their roles, settings and presets, and what the page needs to show them. */
import { z } from 'zod'
import { describedPatterns, PATTERN_NAMES } from '../../app/solve/index.ts'
import { documented, type ZodServer } from '../http/fields.ts'

const Patterns = z.object({
  patterns: z.array(
    z.looseObject({
      name: z.enum(PATTERN_NAMES),
      title: z.string(),
      summary: z.string(),
      calls: z.string().describe('Maximum model calls of a run, as a formula.'),
      roles: z.array(
        z.object({ name: z.string(), does: z.string(), fallback: z.string().nullable() }).loose(),
      ),
      settings: z.array(z.object({ name: z.string(), default: z.unknown(), meaning: z.string() })),
      presets: z.array(z.looseObject({ name: z.string(), summary: z.string() })),
      fields: z
        .array(
          z.object({
            setting: z.string(),
            label: z.string(),
            choices: z.array(z.object({ value: z.union([z.string(), z.number()]), label: z.string() })),
          }),
        )
        .describe('Settings that the page offers.'),
    }),
  ),
})

export function patternRoutes(server: ZodServer): void {
  server.get('/patterns', {
    schema: {
      summary: 'Patterns of the solver, with their roles, settings and presets',
      response: { 200: documented(Patterns) },
    },
    handler: async () => ({ patterns: describedPatterns() }),
  })
}
