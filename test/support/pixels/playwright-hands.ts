import type { Page } from 'playwright-core'
import type { Hands } from './edits.ts'

/** Mouse, keyboard and screenshots of a page that Playwright drives. */
export function playwrightHands(page: Page): Hands {
  const canvas = page.getByRole('application')
  return {
    canvas: async () => (await canvas.boundingBox()) ?? Promise.reject(new Error('the canvas is not visible')),
    async drag(from, ...way) {
      await page.mouse.move(from.x, from.y)
      await page.mouse.down()
      for (const { x, y } of way) await page.mouse.move(x, y, { steps: 4 })
      await page.mouse.up()
      await page.mouse.move(5, 5)
    },
    press: key => page.keyboard.press(key),
    see: () => canvas.screenshot()
  }
}
