import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { describe, expect, it, onTestFinished } from 'vitest'
import { askServer, textOfBody } from '../../../core/index.ts'
import { openOpenAiStream } from '../../../models/adapters/openai-stream.ts'
import { startScriptedServer } from '../../fakes/scripted-llm/server.ts'

const signal = new AbortController().signal
const init = { method: 'POST', body: '{}', signal, limits: { maxBytes: 1_000 } }

/** A server of bare sockets; `onRequest` sees each request, and how many this connection had before. */
async function listen(onRequest: (socket: Socket, before: number) => void): Promise<string> {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    let before = 0
    sockets.add(socket)
    socket.on('error', () => undefined)
    socket.on('data', () => onRequest(socket, before++))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`
}

const FRAMES = 60

describe('a POST', () => {
  it('uses a connection again whose answer was read to its end', async () => {
    const seen: number[] = []
    const url = await listen((socket, before) => {
      seen.push(before)
      socket.write('HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok')
    })
    for (let i = 0; i < 3; i++) expect(await textOfBody((await askServer(url, init)).body)).toBe('ok')
    expect(seen).toEqual([0, 1, 2])
  })

  it('asks again on a new connection where the old one was closed meanwhile', async () => {
    let asked = 0
    const url = await listen((socket, before) => {
      asked++
      if (before > 0) socket.resetAndDestroy()
      else socket.write('HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok')
    })
    for (let i = 0; i < 2; i++) expect(await textOfBody((await askServer(url, init)).body)).toBe('ok')
    expect(asked).toBe(3)
  })

  it('gives a slow reader all that arrived before the connection broke', async () => {
    const words = Array.from({ length: 200 }, (_, at) => ` ${at}`)
    await using server = await startScriptedServer({
      answers: () => ({ text: words, wire: { cutSeed: 4 }, fault: { kind: 'hang-up', afterFrames: 151 } }),
    })
    const chat = openOpenAiStream({ url: server.url, model: 'tiny' })
    const read: string[] = []
    const reading = async () => {
      for await (const event of chat.stream({ messages: [], temperature: 0, maxTokens: 1 }, signal)) {
        if (event.type === 'text') read.push(event.text)
        await new Promise((resolve) => setTimeout(resolve, 1))
      }
    }
    await expect(reading()).rejects.toMatchObject({ partial: { text: words.slice(0, 150).join('') } })
    expect(read).toEqual(words.slice(0, 150))
  })

  it('makes the server wait for a reader that is far behind', async () => {
    // Six bytes a character on the wire: 23 MB, more than the sockets hold, in an answer that is not too long.
    const frame = '\u0001'.repeat(64_000)
    await using server = await startScriptedServer({
      answers: () => ({ text: Array.from({ length: FRAMES }, () => frame) }),
    })
    const chat = openOpenAiStream({ url: server.url, model: 'tiny' })
    let characters = 0
    for await (const event of chat.stream({ messages: [], temperature: 0, maxTokens: 1 }, signal)) {
      if (event.type !== 'text') continue
      if (characters === 0) {
        await new Promise((resolve) => setTimeout(resolve, 200))
        expect(server.open()).toBe(1)
      }
      characters += event.text.length
    }
    expect(characters).toBe(FRAMES * frame.length)
  })
})
