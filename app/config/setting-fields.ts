/** Schemas that most settings, and most numbers of query strings, use. */
import { z } from 'zod'

export const count = (least: number, most: number) => z.coerce.number().int().min(least).max(most)
export const usualCount = (usual: number, least: number, most: number) => count(least, most).default(usual)
export const decimal = (least: number, most: number) => z.coerce.number().min(least).max(most)
/** Returns the schema of a switch, which `1` and `true` turn on. */
export const flag = (usual: boolean) => z.union([z.boolean(), z.stringbool()]).default(usual)
export const text = z.string().optional()
