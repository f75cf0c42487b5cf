/** Tests that the command line accepts every setting of the service. */
import { Command } from 'commander'
import { describe, expect, it } from 'vitest'
import {
  solveSettingsOf,
  watchSettingsOf,
  withSolveOptions,
  withWatchOptions,
} from '../../../cli/commands/setting-options.ts'
import { WatchSettings } from '../../../monitor/index.ts'
import { Eigen1Settings } from '../../../solver/index.ts'

const GIVEN: readonly (readonly [string, readonly string[], unknown])[] = [
  ['k', ['-k', '7'], 7],
  ['window', ['--window', '300'], 300],
  ['stride', ['--stride', '200'], 200],
  ['maxInjections', ['--max-injections', '0'], 0],
  ['floor', ['--floor', 'none'], 'none'],
  ['hasQuerier', ['--no-querier'], false],
  ['hasSifter', ['--no-sifter'], false],
  ['hasInjector', ['--no-injector'], false],
  ['helperTemperature', ['--helper-temperature', '.5'], 0.5],
  ['proposers', ['--proposers', '2'], 2],
  ['corrects', ['--no-correct'], false],
  ['refines', ['--no-refine'], false],
  ['evaluates', ['--no-evaluate'], false],
  ['rounds', ['--rounds', '3'], 3],
  ['threshold', ['--threshold', '3.5'], 3.5],
  ['weights', ['--weights', '.1,.8,.1'], [0.1, 0.8, 0.1]],
  ['retrieval', ['--retrieval', 'both'], 'both'],
  ['searchesWeb', ['--no-web'], false],
  ['runsCode', ['--no-code'], false],
  ['temperature', ['--temperature', '1'], 1],
  ['evaluatorTemperature', ['--evaluator-temperature', 'server'], null],
  ['maxTokens', ['--max-tokens', '100'], 100],
  ['maxSteps', ['--max-steps', '9'], 9],
  ['isAsPrinted', ['--as-printed'], true],
  ['seed', ['--seed', '4'], 4],
]

function parsed(add: (command: Command) => Command, args: readonly string[]) {
  return add(new Command())
    .parse([...args], { from: 'user' })
    .opts()
}

describe('the options of settings', () => {
  it('are as many as the pattern has settings', () => {
    expect(GIVEN.map(([name]) => name).sort()).toEqual(Object.keys(Eigen1Settings.parse({})).sort())
  })

  it.each(GIVEN)('%s is set by %j', (name, args, value) => {
    const settings = solveSettingsOf(parsed(withSolveOptions, args))
    expect(settings).toEqual({ [name]: value })
    expect(Eigen1Settings.parse(settings)).toMatchObject({ [name]: value })
  })

  it('of one stream are those of the loop', () => {
    for (const [name, args, value] of GIVEN.filter(([name]) => name in WatchSettings.parse({})))
      expect(watchSettingsOf(parsed(withWatchOptions, args))).toEqual({ [name]: value })
  })

  it('set nothing where they are not given', () => {
    expect(solveSettingsOf(parsed(withSolveOptions, []))).toEqual({})
  })
})
