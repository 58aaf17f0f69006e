import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, globSync } from 'node:fs'
import { createServer } from 'node:net'
import { setTimeout as passed } from 'node:timers/promises'
import { type DrivenBrowser, NoBrowser, type WindowSize } from './driven-browser.ts'
import { hasScreen, startScreen } from './screen.ts'

const driver = '/usr/bin/WebKitWebDriver'
const browsers = '/usr/lib/*/webkit2gtk-4.*/MiniBrowser'

/** Starts WebKitGTK's MiniBrowser on a virtual screen, driven by WebDriver. @throws NoBrowser */
export async function startWebKit(size: WindowSize): Promise<DrivenBrowser> {
  const [binary] = globSync(browsers)
  if (!binary || !existsSync(driver) || !hasScreen) throw new NoBrowser('WebKit is not installed: apt-get install webkit2gtk-driver xvfb')
  const children: ChildProcess[] = []
  const close = async () => {
    for (const child of children.toReversed()) {
      child.kill('SIGTERM')
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
    }
  }
  try {
    const screen = startScreen()
    children.push(screen.child)
    const display = await screen.display
    const port = await freePort()
    children.push(spawn(driver, [`--port=${port}`], { env: { ...process.env, DISPLAY: display }, stdio: 'ignore' }))
    const call = caller(`http://127.0.0.1:${port}`)
    const options = { 'webkitgtk:browserOptions': { binary, args: ['--automation'] } }
    const { sessionId, capabilities } = (await started(() => call('POST', '/session', { capabilities: { alwaysMatch: options } }))) as {
      sessionId: string
      capabilities: { browserVersion: string }
    }
    const inSession = (method: string, path: string, body?: object) => call(method, `/session/${sessionId}${path}`, body)
    const resize = async (size: WindowSize) => void (await inSession('POST', '/window/rect', size))
    await resize(size)
    await inSession('POST', '/timeouts', { script: 60_000 })
    const runScript = (script: string) => inSession('POST', '/execute/sync', { script, args: [] })
    return {
      name: `WebKitGTK ${capabilities.browserVersion}`,
      async goTo(url) {
        await inSession('POST', '/url', { url })
        await runScript(gatherErrors)
      },
      async evaluate(expression) {
        const script = `const done = arguments[0]; Promise.resolve(${expression}).then(value => done({ value: value ?? null }), error => done({ error: String(error) }))`
        const answer = (await inSession('POST', '/execute/async', { script, args: [] })) as { value: never; error?: string }
        if (answer.error) throw new Error(`${expression} failed: ${answer.error}`)
        return answer.value
      },
      act: async actions => void (await inSession('POST', '/actions', { actions })),
      resize,
      see: async () => Buffer.from((await inSession('GET', '/screenshot')) as string, 'base64'),
      errors: async () => (await runScript('return (window.gatheredErrors ?? []).splice(0)')) as string[],
      async close() {
        await inSession('DELETE', '').catch(() => {}) // it may have ended already
        await close()
      }
    }
  } catch (error) {
    await close()
    throw error
  }
}

/** Runs in the page and collects errors, because the driver gives no access to its console. */
const gatherErrors = `
  if (window.gatheredErrors) return
  window.gatheredErrors = []
  const add = error => window.gatheredErrors.push(String(error))
  const error = console.error
  console.error = (...args) => { add(args.map(String).join(' ')); error(...args) }
  addEventListener('error', event => add(event.message))
  addEventListener('unhandledrejection', event => add(event.reason))`

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  server.close()
  return port
}

/** Repeats a call until the driver listens, which takes a moment. */
async function started<T>(begin: () => Promise<T>): Promise<T> {
  for (let tries = 0; ; tries++) {
    try {
      return await begin()
    } catch (error) {
      if (!(error instanceof TypeError) || tries === 50) throw error // fetch throws it while nothing listens
      await passed(200)
    }
  }
}

const caller = (base: string) => async (method: string, path: string, body?: object) => {
  const answer = await fetch(base + path, {
    method,
    ...(body && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } })
  })
  const { value } = (await answer.json()) as { value: unknown }
  if (!answer.ok) throw new Error(`${method} ${path}: ${JSON.stringify(value)}`)
  return value
}
