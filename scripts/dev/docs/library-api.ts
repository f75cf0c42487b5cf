/** Generates the report of the public interface: every declaration in the package. */
import { join } from 'node:path'
import { declarationsOf } from '../library-declarations.ts'

const ROOT = join(import.meta.dirname, '..', '..', '..')

export async function libraryApiPage(): Promise<string> {
  const parts = (await declarationsOf(ROOT))
    .filter(({ path }) => !path.startsWith('plugins/index'))
    .map(({ path, text }) => `## ${path}\n\n\`\`\`ts\n${text.trim()}\n\`\`\`\n`)
  return `# The interface of the library\n\nWritten by \`npm run docs\`; a test compares it, so that no change of it goes unseen. What the promise is: [library.md](library.md).\n\n${parts.join('\n')}`
}
