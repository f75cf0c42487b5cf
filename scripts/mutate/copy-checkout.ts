/** A private copy of the checkout in which files can be broken: what git tracks or would track, and links to the installed packages. */
import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

/** Files of the checkout, without what is deleted but not committed yet. */
export function checkoutFiles(root: string): string[] {
  const listed = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '-z'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 1 << 26,
  })
  return listed.split('\0').filter((file) => file !== '' && existsSync(join(root, file)))
}

/** The folder of the copy. Nothing lies beside it: tests that use data from outside the project are skipped there. */
export function copyCheckout(root: string): string {
  const copy = join(mkdtempSync(join(tmpdir(), 'gloss-mutate-')), 'checkout')
  for (const file of checkoutFiles(root)) {
    mkdirSync(dirname(join(copy, file)), { recursive: true })
    cpSync(join(root, file), join(copy, file))
  }
  const packages = join(copy, 'node_modules')
  mkdirSync(packages)
  // A folder of its own, as tools keep caches there.
  for (const name of readdirSync(join(root, 'node_modules')))
    if (name === '.bin' || !name.startsWith('.'))
      symlinkSync(join(root, 'node_modules', name), join(packages, name))
  return copy
}
