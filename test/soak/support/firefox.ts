import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { type DrivenBrowser, NoBrowser, type WindowSize } from './driven-browser.ts'
import { hasScreen, startScreen } from './screen.ts'

const program = process.env.FIREFOX_PATH ?? '/usr/bin/firefox-esr'

/** Report of Firefox 140 that the page which is left had an open stream of events. Later versions close it silently. */
const leftStream = /^The connection to \S+\/api\/events\?\S+ was interrupted while the page was loading\.$/

/** Starts a Firefox on a virtual screen, driven by WebDriver BiDi. @throws NoBrowser */
export async function startFirefox(size: WindowSize): Promise<DrivenBrowser> {
  if (!existsSync(program) || !hasScreen)
    throw new NoBrowser('Firefox is not installed: apt-get install firefox-esr xvfb libegl1 libgl1-mesa-dri libpci3, or set FIREFOX_PATH')
  const profile = mkdtempSync(join(tmpdir(), 'isobath-firefox-'))
  const screen = startScreen()
  const child = spawn(program, ['--no-remote', '--profile', profile, '--remote-debugging-port', '0'], {
    env: { ...process.env, HOME: profile, DISPLAY: await screen.display },
    stdio: ['ignore', 'ignore', 'pipe']
  })
  const close = async () => {
    await end(child)
    await end(screen.child)
    rmSync(profile, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 })
  }
  try {
    const errors: string[] = []
    const call = await connected(`${await addressOf(child)}/session`, ({ level, text }) => {
      if (level === 'error' && text && !leftStream.test(text)) errors.push(text)
    })
    const { capabilities } = (await call('session.new', { capabilities: {} })) as { capabilities: { browserVersion: string } }
    const { contexts } = (await call('browsingContext.getTree', {})) as { contexts: { context: string }[] }
    const context = contexts[0]?.context
    await call('session.subscribe', { events: ['log.entryAdded'] })
    const resize = async (viewport: WindowSize) => void (await call('browsingContext.setViewport', { context, viewport }))
    await resize(size)
    return {
      name: `Firefox ${capabilities.browserVersion}`,
      goTo: async url => void (await call('browsingContext.navigate', { context, url, wait: 'complete' })),
      async evaluate(expression) {
        const awaited = `Promise.resolve(${expression}).then(value => JSON.stringify(value ?? null))`
        const answer = await call('script.evaluate', { expression: awaited, target: { context }, awaitPromise: true })
        const { type, result } = answer as { type: string; result?: { value: string } }
        if (type !== 'success' || !result) throw new Error(`${expression} failed: ${JSON.stringify(answer)}`)
        return JSON.parse(result.value)
      },
      act: async actions => void (await call('input.performActions', { context, actions })),
      resize,
      async see() {
        const { data } = (await call('browsingContext.captureScreenshot', { context })) as { data: string }
        return Buffer.from(data, 'base64')
      },
      errors: async () => errors.splice(0),
      close
    }
  } catch (error) {
    await close()
    throw error
  }
}

async function end(child: ChildProcess): Promise<void> {
  child.kill('SIGTERM')
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
}

/** Reads the address of a browser from its output. @throws Error with that output when the browser ends before it listens */
async function addressOf(child: ChildProcess): Promise<string> {
  const lines: string[] = []
  for await (const line of createInterface({ input: child.stderr! })) {
    lines.push(line)
    const found = /WebDriver BiDi listening on (ws:\S+)/.exec(line)
    if (found?.[1]) return found[1]
  }
  throw new Error(`Firefox is not listening:\n${lines.join('\n')}`)
}

type Call = (method: string, params: object) => Promise<unknown>

interface LogEntry {
  level?: string
  text?: string | null
}

interface Answer {
  id?: number
  method?: string
  params?: LogEntry
  result?: unknown
  error?: string
  message?: string
}

/** Connects to a browser. @param onLog called with each entry of the console */
async function connected(address: string, onLog: (entry: LogEntry) => void): Promise<Call> {
  const socket = new WebSocket(address)
  const waiting = new Map<number, (answer: Answer) => void>()
  socket.addEventListener('message', ({ data }) => {
    const answer = JSON.parse(String(data)) as Answer
    if (answer.id !== undefined) waiting.get(answer.id)?.(answer)
    else if (answer.method === 'log.entryAdded' && answer.params) onLog(answer.params)
  })
  await new Promise((resolve, reject) => {
    socket.addEventListener('open', resolve, { once: true })
    socket.addEventListener('error', () => reject(new Error(`Firefox refuses connections at ${address}`)), { once: true })
  })
  socket.addEventListener('close', () => {
    for (const resolve of waiting.values()) resolve({ error: 'closed', message: 'Firefox has ended' })
  })
  let lastId = 0
  return async (method, params) => {
    const id = ++lastId
    const answer = await new Promise<Answer>(resolve => {
      waiting.set(id, resolve)
      socket.send(JSON.stringify({ id, method, params }))
    })
    waiting.delete(id)
    if (answer.error) throw new Error(`${method}: ${answer.error}, ${answer.message}`)
    return answer.result
  }
}
