/** One query out of what a model said, at the limits of each rule. */
import { describe, expect, it } from 'vitest'
import { readQuery } from '../../../../monitor/queriers/read-query.ts'

const PROMPT = 'Task: Write one query.\nReturn only the search query itself.'
const WINDOW = 'one two three four five six seven eight nine ten eleven'
const read = (said: string) => readQuery(said, { prompt: PROMPT, window: WINDOW })

describe('a query', () => {
  it('has 32 words at most, the first ones', () => {
    const words = (count: number) => Array.from({ length: count }, (_, at) => `w${at}`).join(' ')
    expect(read(words(32))).toBe(words(32))
    expect(read(words(33))).toBe(words(32))
  })

  it.each([
    { said: 'iron, zinc, iron', is: 'iron, zinc' },
    { said: 'iron, zinc, copper', is: 'iron, zinc, copper' },
    { said: 'iron,zinc,iron', is: 'iron,zinc,iron' },
  ])('says nothing twice: "$said"', ({ said, is }) => {
    expect(read(said)).toBe(is)
  })

  it.each([
    { name: 'between tags', said: 'So: <query> iron  ore </query> as asked', is: 'iron ore' },
    { name: 'behind a tag that is not closed', said: '<search>iron ore', is: 'iron ore' },
    { name: 'beside empty tags', said: '<query> </query>\niron ore', is: 'iron ore' },
    { name: 'before a tag with nothing behind it', said: 'iron ore\n<Search_Query> ', is: 'iron ore' },
    { name: 'as none from empty tags', said: '<query></query>', is: '' },
    { name: 'as none from tags around nothing but marks', said: '<query>"?"</query>', is: '' },
    { name: 'between tags around JSON', said: '<answer>{"q": "iron ore"}</answer>', is: 'iron ore' },
    { name: 'in one of two tags, the first', said: '<query>iron</query><query>zinc</query>', is: 'iron' },
  ])('is read $name', ({ said, is }) => {
    expect(read(said)).toBe(is)
  })
})

describe('what is repeated', () => {
  it.each([
    { name: 'a line of the prompt', said: 'Return only the search query itself.\niron ore', is: 'iron ore' },
    { name: 'two words of the prompt', said: 'one query\niron ore', is: 'iron ore' },
    { name: 'a line that is set in', said: '  one query \niron ore', is: 'iron ore' },
    { name: 'ten words of the window', said: `${WINDOW.slice(0, 48)}\niron ore`, is: 'iron ore' },
  ])('is no query: $name', ({ said, is }) => {
    expect(read(said)).toBe(is)
  })

  it.each([
    { name: 'a word of the prompt', said: 'Write' },
    { name: 'nine words of the window', said: WINDOW.slice(0, 44) },
    { name: 'ten words that are not of the window', said: `${WINDOW.slice(0, 44)} zinc` },
  ])('may be one: $name', ({ said }) => {
    expect(read(`${said}\niron ore of the north`)).toBe(said)
  })

  it('is counted in words', () => {
    expect(WINDOW.slice(0, 44).split(' ')).toHaveLength(9)
    expect(WINDOW.slice(0, 48).split(' ')).toHaveLength(10)
  })
})

describe('key words one below the other', () => {
  it.each([
    { name: 'are one query', said: 'iron\nzinc ore\ncopper', is: 'iron zinc ore copper' },
    { name: 'end where a line has three words', said: 'iron\nzinc\nthe copper ore\ntin', is: 'iron zinc' },
    { name: 'are none behind a line of three', said: 'the iron ore\nzinc', is: 'the iron ore' },
    { name: 'are each there once', said: 'iron\nzinc\niron\ntin', is: 'iron zinc tin' },
    { name: 'end where a line says nothing', said: 'iron\nNone\nzinc', is: 'iron' },
    { name: 'end where a line speaks of them', said: 'iron\nThis will find it\nzinc', is: 'iron' },
    { name: 'begin behind a role', said: 'assistant\niron\nzinc', is: 'iron zinc' },
    { name: 'go over a blank line', said: 'iron\n\nzinc', is: 'iron zinc' },
    { name: 'of two words each, too', said: 'iron ore\nzinc ore', is: 'iron ore zinc ore' },
    { name: 'may come in lists', said: '- "iron"\n- **zinc**', is: 'iron zinc' },
  ])('$name', ({ said, is }) => {
    expect(read(said)).toBe(is)
  })
})

describe('JSON', () => {
  it.each([
    {
      name: 'the first key that names a query',
      said: '{"query": "iron", "search_query": "zinc"}',
      is: 'iron',
    },
    {
      name: 'a key that names one before one that does not',
      said: '{"text": "zinc", "query": "iron"}',
      is: 'iron',
    },
    { name: 'any text where no key names one', said: '{"text": "iron"}', is: 'iron' },
    { name: 'no text of a key for something else', said: '{"reason": "zinc", "text": "iron"}', is: 'iron' },
    { name: 'the first of a list', said: '["iron", "zinc"]', is: 'iron' },
    { name: 'a list of objects', said: '[{"reason": "zinc"}, {"query": "iron"}]', is: 'iron' },
    { name: 'a query within', said: '{"tool": "find", "input": {"q": "iron"}}', is: 'iron' },
    { name: 'a list under its key', said: '{"queries": ["iron", "zinc"]}', is: 'iron' },
    { name: 'an object under its key', said: '{"query": {"text": "iron"}}', is: 'iron' },
    { name: 'what stands behind words', said: 'So {"query": "iron ore"}', is: 'iron ore' },
    { name: 'a label within', said: '{"query": "Search query: iron ore"}', is: 'iron ore' },
  ])('gives $name', ({ said, is }) => {
    expect(read(said)).toBe(is)
  })
})

describe('lines of prose', () => {
  it('are no query where another line is one', () => {
    const prose = 'Iron stands in the ore of the north and the south.'
    expect(read(`${prose}\niron ore`)).toBe('iron ore')
    expect(read(prose)).toBe(prose.slice(0, -1))
    expect(read(`${prose}\nZinc stands in the ore of the north and the south.`)).toBe(prose.slice(0, -1))
    expect(read(`Search query: ${prose}`)).toBe(prose.slice(0, -1))
  })

  it.each([
    { said: 'The search query is iron ore', is: 'iron ore' },
    { said: 'The query could be **iron ore**', is: 'iron ore' },
    { said: 'This query asks "iron ore" of it', is: 'iron ore' },
    { said: 'Let me search for iron ore', is: 'iron ore' },
    { said: 'Here is one: iron ore', is: 'iron ore' },
    { said: 'Let me think', is: '' },
    { said: 'Let me think: iron ore', is: '' },
    { said: 'The search query:', is: '' },
    { said: 'So here is my best query:\niron ore', is: 'iron ore' },
  ])('"$said" gives "$is"', ({ said, is }) => {
    expect(read(said)).toBe(is)
  })
})

describe('marks around a query', () => {
  it.each([
    { said: '  iron ore  ', is: 'iron ore' },
    { said: '"iron ore"', is: 'iron ore' },
    { said: '" 1. iron ore "', is: 'iron ore' },
    { said: '" iron ore" "zinc "', is: 'iron ore zinc' },
    { said: '“iron” and “zinc”', is: 'iron and zinc' },
    { said: '"iron" - this is about the ore', is: 'iron' },
    { said: '**iron ore** (it is about the ore)', is: 'iron ore' },
    { said: 'search("iron ore", k=3)', is: 'iron ore' },
    { said: '1. *iron ore*', is: 'iron ore' },
    { said: '~~~\niron ore\n~~~', is: 'iron ore' },
    { said: 'iron   ore.', is: 'iron ore' },
    { said: '***', is: '' },
    { said: '?', is: '' },
    { said: '…\niron ore', is: 'iron ore' },
    { said: '「?」', is: '' },
  ])('"$said" leave "$is"', ({ said, is }) => {
    expect(read(said)).toBe(is)
  })
})
