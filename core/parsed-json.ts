/** JSON that may be none: a line of a file, an answer of a model, what a killed process left half written. */
import { readFileSync } from 'node:fs'

/** Undefined for what is not JSON. */
export function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}

/** Undefined also where there is no such file. */
export function jsonInFile(path: string): unknown {
  try {
    return parsedJson(readFileSync(path, 'utf8'))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}
