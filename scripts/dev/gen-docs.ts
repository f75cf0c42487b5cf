/** `npm run docs`: writes the files and parts of pages that come from code and measurements. A test compares them with those committed. */
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { arrowsPart } from './docs/arrows.ts'
import { featuresPart } from './docs/features.ts'
import { libraryApiPage } from './docs/library-api.ts'
import { fillPart } from './docs/markdown.ts'
import { patternSettingsPart, patternsPart } from './docs/patterns.ts'
import {
  commandLinesFile,
  commandsPage,
  configPage,
  environmentExample,
  errorsPage,
} from './docs/reference-pages.ts'
import { solveSettingsPart, watchSettingsPart } from './docs/settings-table.ts'
import { PATTERN_ROLES_FILE, patternRolesFile } from './gen-pattern-roles.ts'

const ROOT = join(import.meta.dirname, '..', '..')

/** Returns the expected content of each generated file, by path from the root. */
export async function generatedFiles(): Promise<ReadonlyMap<string, string>> {
  const filled = async (path: string, part: string, content: string) =>
    fillPart(await readFile(join(ROOT, path), 'utf8'), part, content)
  return new Map([
    ['docs/errors.md', errorsPage()],
    ['docs/config.md', configPage()],
    ['.env.example', environmentExample()],
    ['docs/cli.md', await commandsPage()],
    ['docs/library-api.md', await libraryApiPage()],
    ['cli/command-lines.json', await commandLinesFile()],
    [PATTERN_ROLES_FILE, patternRolesFile()],
    ['docs/ARCHITECTURE.md', await filled('docs/ARCHITECTURE.md', 'arrows', await arrowsPart())],
    ['docs/solver-service.md', await filled('docs/solver-service.md', 'settings', solveSettingsPart())],
    [
      'docs/patterns.md',
      fillPart(
        await filled('docs/patterns.md', 'patterns', patternsPart()),
        'settings',
        patternSettingsPart(),
      ),
    ],
    ['docs/thinking.md', await filled('docs/thinking.md', 'settings', watchSettingsPart())],
    ['docs/install.md', await filled('docs/install.md', 'parts', await featuresPart())],
  ])
}

if (process.argv[1] === import.meta.filename)
  for (const [path, content] of await generatedFiles()) await writeFile(join(ROOT, path), content)
