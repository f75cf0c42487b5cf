// What npm is told to install: to use Gloss, its dependencies; to work on it, everything. No install script runs.
const ALWAYS = ['--no-audit', '--no-fund', '--ignore-scripts']

export const INSTALL_FLAGS = {
  use: [...ALWAYS, '--omit=dev', '--omit=optional'],
  develop: [...ALWAYS, '--include=dev', '--include=optional'],
}
