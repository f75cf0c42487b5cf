/** Finds a built-in topic by name, or reads a topic from a YAML or JSON file. JSON is parsed as YAML. */
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { extname } from 'node:path'
import { GlossError } from '../../core/index.ts'
import { parseTopic, type Topic } from '../gate/topic.ts'
import { builtInTopic, builtInTopicNames } from '../gate/topics.ts'

const EXTENSIONS: ReadonlySet<string> = new Set(['.yaml', '.yml', '.json'])

/** Throws `TOPIC_UNKNOWN` for an unknown name or a file of another shape, `FILE_UNREADABLE` for a file that cannot be parsed. */
export async function loadTopic(nameOrPath: string): Promise<Topic> {
  const builtIn = builtInTopic(nameOrPath)
  if (builtIn !== null) return builtIn
  if (!EXTENSIONS.has(extname(nameOrPath).toLowerCase()) && !existsSync(nameOrPath)) {
    throw new GlossError(
      'TOPIC_UNKNOWN',
      `No topic "${nameOrPath}" is built in (${builtInTopicNames.join(', ')}), and there is no such file.`,
      { topic: nameOrPath },
    )
  }
  return parseTopic(await readData(nameOrPath), nameOrPath)
}

async function readData(file: string): Promise<unknown> {
  const { parse } = await import('yaml')
  try {
    return parse(await readFile(file, 'utf8'))
  } catch (error) {
    const why = error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error)
    throw new GlossError('FILE_UNREADABLE', `The topic file ${file} cannot be read: ${why}`, { file }, error)
  }
}
