import { setTimeout as passed } from 'node:timers/promises'
import sharp from 'sharp'
import type { Person } from '../../support/browser.ts'
import type { Hands } from '../../support/pixels/edits.ts'
import type { Part } from '../../support/pixels/shot.ts'

/** A browser that Playwright does not drive, with one window. Actions are those of the WebDriver standard, https://www.w3.org/TR/webdriver2/#actions. */
export interface DrivenBrowser {
  /** Name and version. */
  name: string
  goTo(url: string): Promise<void>
  /** Runs an expression in the page, and awaits it if it is a promise. The result must be serialisable as JSON. */
  evaluate<T>(expression: string): Promise<T>
  act(sources: object[]): Promise<void>
  /** Changes the size of the page, in CSS pixels. */
  resize(size: WindowSize): Promise<void>
  /** A PNG of the window. */
  see(): Promise<Buffer>
  /** Errors in the console since the last call. WebKit’s driver reports only those after a page has loaded. */
  errors(): Promise<string[]>
  close(): Promise<void>
}

/** Size of a window in CSS pixels. */
export interface WindowSize {
  width: number
  height: number
}

/** Thrown when a browser or its driver is not installed. */
export class NoBrowser extends Error {}

const keys: Record<string, string> = {
  Control: '\uE009',
  Shift: '\uE008',
  Delete: '\uE017',
  Escape: '\uE00C',
  Enter: '\uE007',
  Tab: '\uE004'
}

async function press(browser: DrivenBrowser, key: string): Promise<void> {
  const values = key.split('+').map(name => keys[name] ?? name)
  const down = values.map(value => ({ type: 'keyDown', value }))
  const up = values.toReversed().map(value => ({ type: 'keyUp', value }))
  await browser.act([{ type: 'key', id: 'keyboard', actions: [...down, ...up] }])
}

/** Types a text into the field that a selector finds. */
export async function write(browser: DrivenBrowser, selector: string, text: string): Promise<void> {
  await until(
    browser,
    `document.querySelector(${JSON.stringify(selector)})?.focus() === undefined && document.activeElement.matches(${JSON.stringify(selector)})`
  )
  for (const letter of text) await press(browser, letter)
}

/** Waits until an expression is true in the page. @throws after half a minute */
export async function until(browser: DrivenBrowser, expression: string): Promise<void> {
  for (let tries = 0; tries < 150; tries++) {
    if (await browser.evaluate<boolean>(`Boolean(${expression})`)) return
    await passed(200)
  }
  const place = await browser.evaluate<string>(`location.pathname + ', ' + document.querySelector('main')?.innerText.slice(0, 1000)`)
  throw new Error(`${browser.name} waited too long for ${expression} at ${place}`)
}

/** Waits until the page has fetched nothing for a second. Leaving a page earlier logs its unfinished files as errors. */
export async function rested(browser: DrivenBrowser): Promise<void> {
  const fetched = () => browser.evaluate<number>(`performance.getEntriesByType('resource').length`)
  for (let before = -1, now = await fetched(); before !== now; now = await fetched()) {
    before = now
    await passed(1000)
  }
}

/** Signs in by the form, and waits until the form is gone. */
export async function signIn(browser: DrivenBrowser, url: string, { email, password }: Person): Promise<void> {
  await browser.goTo(`${url}/auth`)
  await write(browser, 'input[type=email]', email)
  await write(browser, 'input[type=password]', password)
  await press(browser, 'Enter')
  await until(browser, `!['/auth', '/login'].includes(location.pathname)`)
}

/** Waits until a visible element has this text or begins with it. */
export const hasText = (browser: DrivenBrowser, text: string): Promise<void> =>
  until(
    browser,
    `[...document.querySelectorAll('body *')].some(element =>
      [...element.childNodes].filter(({ nodeType }) => nodeType === 3).map(({ data }) => data).join('').trim().startsWith(${JSON.stringify(text)})
      && element.checkVisibility())`
  )

/** Clicks in the centre of the first visible element that matches a selector and, if given, a text. */
export async function clickOn(browser: DrivenBrowser, selector: string, text = ''): Promise<void> {
  const found = `[...document.querySelectorAll(${JSON.stringify(selector)})].find(element =>
    element.checkVisibility() && (element.ariaLabel ?? element.textContent).trim().startsWith(${JSON.stringify(text)}))`
  await until(browser, found)
  const place = await browser.evaluate<{ x: number; y: number }>(`(element => {
    element.scrollIntoView({ block: 'center', behavior: 'instant' })
    const { x, y, width, height } = element.getBoundingClientRect()
    return { x: Math.round(x + width / 2), y: Math.round(y + height / 2) }
  })(${found})`)
  const button = 0
  await browser.act([
    {
      type: 'pointer',
      id: 'mouse',
      parameters: { pointerType: 'mouse' },
      actions: [
        { type: 'pointerMove', ...place, duration: 30 },
        { type: 'pointerDown', button },
        { type: 'pointerUp', button }
      ]
    }
  ])
}

/** Clicks a visible link to a path, with or without a query. */
export const followLink = (browser: DrivenBrowser, path: string): Promise<void> =>
  clickOn(browser, `a[href="${path}"], a[href^="${path}?"]`)

/** Puts a file into a file field, like a choice in the file dialog. */
export async function putFile(
  browser: DrivenBrowser,
  selector: string,
  { name, type, content }: { name: string; type: string; content: Buffer }
): Promise<void> {
  await until(browser, `document.querySelector(${JSON.stringify(selector)})`)
  await browser.evaluate(`(field => {
    const bytes = Uint8Array.from(atob('${content.toString('base64')}'), letter => letter.charCodeAt(0))
    const chosen = new DataTransfer()
    chosen.items.add(new File([bytes], ${JSON.stringify(name)}, { type: ${JSON.stringify(type)} }))
    field.files = chosen.files
    field.dispatchEvent(new Event('change', { bubbles: true }))
  })(document.querySelector(${JSON.stringify(selector)}))`)
}

/** Mouse, keyboard and screenshots of this browser. */
export function drivenHands(browser: DrivenBrowser): Hands {
  const canvas = () =>
    browser.evaluate<Part>(
      `(({ x, y, width, height }) => ({ x, y, width, height }))(document.querySelector('[role=application]').getBoundingClientRect())`
    )
  const move = ({ x, y }: { x: number; y: number }) => ({ type: 'pointerMove', x: Math.round(x), y: Math.round(y), duration: 30 })
  const pointer = (actions: object[]) => browser.act([{ type: 'pointer', id: 'mouse', parameters: { pointerType: 'mouse' }, actions }])
  return {
    canvas,
    async drag(from, ...way) {
      const button = 0
      await pointer([move(from), { type: 'pointerDown', button }, ...way.map(move), { type: 'pointerUp', button }, move({ x: 5, y: 5 })])
    },
    press: key => press(browser, key),
    async see() {
      const [{ x, y, width, height }, png] = [await canvas(), await browser.see()]
      const [left, top] = [Math.round(x), Math.round(y)]
      const part = { left, top, width: Math.round(x + width) - left, height: Math.round(y + height) - top }
      return sharp(png).extract(part).png().toBuffer()
    }
  }
}
