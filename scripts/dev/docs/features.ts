/** Generates the table of optional parts in docs/install.md, with the sizes of installations. */
import { readFile } from 'node:fs/promises'
import { FEATURES } from '../../../core/index.ts'
import { INSTALL_SIZE_FILE, type InstallSizes } from '../check-lock.ts'

export async function featuresPart(): Promise<string> {
  const { use, develop, platform } = JSON.parse(await readFile(INSTALL_SIZE_FILE, 'utf8')) as InstallSizes
  const sizes = (size: InstallSizes['use']) => `${size.downloadMb} MB | ${size.diskMb} MB`
  return [
    '| part | what needs it | packages | to download | on disk |',
    '| --- | --- | --- | --- | --- |',
    `| Gloss, for \`npm start\` | everything | ${use.packages} packages | ${sizes(use)} |`,
    ...Object.entries(FEATURES).map(([name, { title, use: purpose, packages, downloadMb, diskMb }]) => {
      const versions = Object.entries(packages).map((one) => one.join(' '))
      return `| \`${name}\`: ${title} | ${purpose} | ${versions.join(', ')} | ${downloadMb} MB | ${diskMb} MB |`
    }),
    `| for \`npm test\` | working on Gloss | ${develop.packages} packages | ${sizes(develop)} |`,
    '',
    `Measured on ${platform} with an empty cache of npm: what npm kept of the registry's answers, and the bytes of all files (\`npm run lock\`).`,
  ].join('\n')
}
