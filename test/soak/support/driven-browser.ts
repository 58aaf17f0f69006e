import { setTimeout as passed } from 'node:timers/promises'
import sharp from 'sharp'
import type { Hands } from '../../support/pixels/edits.ts'
import type { Part } from '../../support/pixels/shot.ts'

/** A browser that Playwright does not drive, with one window. Actions are those of the WebDriver standard, https://www.w3.org/TR/webdriver2/#actions. */
export interface DrivenBrowser {
  /** Name and version. */
  name: string
  goTo(url: string): Promise<void>
  /** Runs an expression in the page, and waits for it when it is a promise. It may be whatever JSON can hold. */
  evaluate<T>(expression: string): Promise<T>
  act(sources: object[]): Promise<void>
  /** A PNG of the window. */
  see(): Promise<Buffer>
  close(): Promise<void>
}

/** Thrown where a browser, or what drives it, is not installed. */
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

/** Writes what follows into the field that a selector names. */
export async function write(browser: DrivenBrowser, selector: string, text: string): Promise<void> {
  await until(
    browser,
    `document.querySelector(${JSON.stringify(selector)})?.focus() === undefined && document.activeElement.matches(${JSON.stringify(selector)})`
  )
  for (const letter of text) await press(browser, letter)
}

/** Waits until an expression is true in the page. @throws when it is not within half a minute */
export async function until(browser: DrivenBrowser, expression: string): Promise<void> {
  for (let tries = 0; tries < 150; tries++) {
    if (await browser.evaluate<boolean>(`Boolean(${expression})`)) return
    await passed(200)
  }
  throw new Error(`${browser.name} waits in vain for ${expression}`)
}

/** The hands of a person at this browser. */
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
