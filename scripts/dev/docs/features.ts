/** The table of optional parts in docs/install.md, and what installations take. */
import { readFile } from 'node:fs/promises'
import { FEATURES, featureLock } from '../../../core/index.ts'
import { INSTALL_SIZE_FILE, type InstallSizes } from '../check-lock.ts'
import { FEATURE_NAMES, type PackageLock } from '../feature-locks.ts'

export async function featuresPart(): Promise<string> {
  const { use, develop, platform } = JSON.parse(await readFile(INSTALL_SIZE_FILE, 'utf8')) as InstallSizes
  const sizes = (size: InstallSizes['use']) => `${size.downloadMb} MB | ${size.diskMb} MB`
  return [
    '| part | what needs it | packages | to download | on disk |',
    '| --- | --- | --- | --- | --- |',
    `| Gloss, for \`npm start\` | everything | ${use.packages} packages | ${sizes(use)} |`,
    ...FEATURE_NAMES.map((name) => {
      const { title, use: purpose, downloadMb, diskMb } = FEATURES[name]
      return `| \`${name}\`: ${title} | ${purpose} | ${packagesOf(name)} | ${downloadMb} MB | ${diskMb} MB |`
    }),
    `| for \`npm test\` | working on Gloss | ${develop.packages} packages | ${sizes(develop)} |`,
    '',
    `Measured on ${platform} with an empty cache of npm: what npm kept of the registry's answers, and the bytes of all files (\`npm run lock\`).`,
  ].join('\n')
}

function packagesOf(name: (typeof FEATURE_NAMES)[number]): string {
  const { packages } = JSON.parse(featureLock(name)) as PackageLock
  return FEATURES[name].packages
    .map((id) => `${id} ${packages[`node_modules/${id}`]?.version ?? ''}`)
    .join(', ')
}
