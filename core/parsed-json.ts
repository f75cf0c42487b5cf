/** Parses text that may not be JSON: a line of a file, an answer of a model, a file half written by a killed process. */
import { readFileSync } from 'node:fs'

/** Returns undefined for text that is not JSON. */
export function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}

/** Returns undefined also if there is no such file. */
export function jsonInFile(path: string): unknown {
  try {
    return parsedJson(readFileSync(path, 'utf8'))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}
